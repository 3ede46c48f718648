//! The methods that never compile: each asks for a bound that nothing meets, and that bound's trait
//! says in the document's words what is wrong.

use proc_macro2::TokenStream;
use quote::quote;

use super::reasons::{self, Refusing};
use super::{begin, many};
use crate::emit::rust::{docs, ident, line};
use crate::lifecycle::Lifecycle;
use crate::lifecycle::methods::Methods;

/// Everything that refuses to compile.
pub(super) fn refused(lifecycle: &Lifecycle, methods: &Methods) -> TokenStream {
    let all = reasons::all(lifecycle, methods);
    let begins = begin::bound(lifecycle, methods);
    let many = many::bounds(lifecycle, methods);
    let traits = all.iter().filter(|one| many::target(lifecycle, one).is_none()).map(bound);
    let of_pairs = all.iter().filter_map(|refusing| of_pair(lifecycle, refusing));
    let of_rest = all.iter().filter(|refusing| refusing.from.is_none());
    let of_rest = of_rest.map(|refusing| self::of_rest(lifecycle, refusing));
    quote! {
        #(#of_pairs)*

        /// What no row declares of a record: its methods say so, and never compile.
        #[doc(hidden)]
        pub struct Undeclared<S, T>(PhantomData<(S, T)>);

        impl<S, T> ::core::ops::Deref for Record<S, T> {
            type Target = Undeclared<S, T>;

            fn deref(&self) -> &Undeclared<S, T> {
                &Undeclared(PhantomData)
            }
        }

        impl<S, T> Undeclared<S, T> {
            #(#of_rest)*
        }

        mod why {
            #begins
            #many
            #(#traits)*
        }
    }
}

/// The trait that nothing of a record's implements. It has an implementation, lest the compiler say that
/// one should be written.
fn bound(refusing: &Refusing) -> TokenStream {
    let (name, attribute) = (ident(&refusing.bound), refusing.words.attribute());
    quote! {
        #attribute
        pub trait #name {}
        #[diagnostic::do_not_recommend]
        impl #name for ::core::convert::Infallible {}
    }
}

/// The method of one pair; none where it is about a target alone.
fn of_pair(lifecycle: &Lifecycle, refusing: &Refusing) -> Option<TokenStream> {
    let from = ident(&lifecycle.states[refusing.from?].variant);
    let bound = ident(&refusing.bound);
    // The lifetime keeps the bound from being looked at before somebody calls the method.
    let bound = quote!(for<'a> &'a states::#from: why::#bound);
    let method = method(lifecycle, refusing, &quote!(self), &quote!(Self), &bound);
    Some(quote!(impl<T> Record<states::#from, T> { #method }))
}

/// The method for all states that have none of their own for its target.
fn of_rest(lifecycle: &Lifecycle, refusing: &Refusing) -> TokenStream {
    let bound = ident(&refusing.bound);
    let bound = match many::target(lifecycle, refusing) {
        Some(target) => quote!(S: why::Row<states::#target>),
        None => quote!(S: why::#bound),
    };
    method(lifecycle, refusing, &quote!(&self), &quote!(Record<S, T>), &bound)
}

/// A method as it would be if there were a row, so that no second error follows the first.
fn method(
    lifecycle: &Lifecycle,
    refusing: &Refusing,
    receiver: &TokenStream,
    before: &TokenStream,
    bound: &TokenStream,
) -> TokenStream {
    let about = format!("Does not compile: {}", refusing.words.message);
    let (docs, name) = (docs(&[line(&about)]), ident(&refusing.method));
    let after = refusing.to.map_or_else(
        || quote!(T),
        |to| {
            let to = ident(&lifecycle.states[to].variant);
            quote!(Record<states::#to, T>)
        },
    );
    quote! {
        #docs
        pub fn #name<E>(
            #receiver,
            _guard: impl FnOnce(Transition, &T) -> Result<(), E>,
        ) -> Moved<#before, #after, E>
        where
            #bound,
        {
            unreachable!("nothing meets the bound")
        }
    }
}
