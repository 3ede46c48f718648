//! The languages that an output of a template may be in, known by the ending of its name.

/// A language: it decides how a comment and how a document's text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// TypeScript and JavaScript.
    Script,
    /// JSON.
    Json,
    /// Rust.
    Rust,
    /// Python.
    Python,
    /// Go.
    Go,
    /// Java.
    Java,
    /// Kotlin.
    Kotlin,
    /// SQL, as PostgreSQL reads it.
    Sql,
    /// Markdown.
    Markdown,
    /// HTML and XML.
    Html,
    /// Mermaid.
    Mermaid,
    /// YAML.
    Yaml,
    /// TOML.
    Toml,
    /// The shell.
    Shell,
    /// CSS.
    Css,
    /// Lisp, Scheme, Clojure.
    Lisp,
    /// TeX.
    Tex,
    /// Text for people, in which nothing is code.
    Text,
}

/// A language, its name in statedoc.toml and in templates, and the endings of its files.
type Line = (Language, &'static str, &'static [&'static str]);

const LANGUAGES: [Line; 18] = [
    (Language::Script, "typescript", &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"]),
    (Language::Json, "json", &["json"]),
    (Language::Rust, "rust", &["rs"]),
    (Language::Python, "python", &["py", "pyi"]),
    (Language::Go, "go", &["go"]),
    (Language::Java, "java", &["java"]),
    (Language::Kotlin, "kotlin", &["kt", "kts"]),
    (Language::Sql, "sql", &["sql"]),
    (Language::Markdown, "markdown", &["md", "markdown"]),
    (Language::Html, "html", &["html", "htm", "xml", "svg"]),
    (Language::Mermaid, "mermaid", &["mmd", "mermaid"]),
    (Language::Yaml, "yaml", &["yaml", "yml"]),
    (Language::Toml, "toml", &["toml"]),
    (Language::Shell, "shell", &["sh", "bash"]),
    (Language::Css, "css", &["css"]),
    (Language::Lisp, "lisp", &["lisp", "el", "scm", "clj", "cljs"]),
    (Language::Tex, "tex", &["tex"]),
    (Language::Text, "text", &["txt"]),
];

impl Language {
    /// The names of all of them.
    pub const NAMES: [&str; LANGUAGES.len()] = {
        let mut names = [""; LANGUAGES.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = LANGUAGES[at].1;
            at += 1;
        }
        names
    };

    /// Every language with its name and the endings of its files.
    pub fn all() -> impl Iterator<Item = (Self, &'static str, &'static [&'static str])> {
        LANGUAGES.into_iter()
    }

    /// The language of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|(_, own, _)| *own == name).map(|(language, _, _)| language)
    }

    /// The language of a file, by the ending of its name.
    #[must_use]
    pub fn of_file(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit('/').next()?.rsplit_once('.')?;
        let ending = ending.to_lowercase();
        Self::all().find(|(_, _, endings)| endings.contains(&&*ending)).map(|(language, _, _)| language)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        LANGUAGES.iter().find(|(language, _, _)| *language == self).map_or("text", |(_, name, _)| name)
    }
}
