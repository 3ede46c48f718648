//! `Serialize` and `Deserialize` for the three enums, by their texts.

use proc_macro2::TokenStream;
use quote::quote;

/// The implementations, written out: no derive, and nothing of serde but its traits.
pub(super) fn impls() -> TokenStream {
    let names = [quote!(State), quote!(Transition), quote!(Trigger)];
    let readers = [
        quote!(support::serde::state(deserializer)),
        quote!(support::serde::row(deserializer)),
        quote!(support::serde::trigger(DOCUMENT, deserializer)),
    ];
    quote! {
        #(
            impl ::serde::Serialize for #names {
                fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.as_str())
                }
            }

            impl<'de> ::serde::Deserialize<'de> for #names {
                fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    #readers
                }
            }
        )*
    }
}
