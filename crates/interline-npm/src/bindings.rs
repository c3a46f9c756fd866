//! The exported functions.
//!
//! `wasm-bindgen` exports what is `pub`, whatever module it is in. A function throws the JSON of a [`Failure`], which the JavaScript layer turns into an `InterlineError`.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::templates::Callbacks;

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic, so that the JavaScript layer can report it after the trap.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        PANIC.with_borrow_mut(|message| *message = info.to_string());
    }));
}

/// Returns the message of the last panic.
#[wasm_bindgen]
pub fn last_panic() -> String {
    PANIC.with_borrow(String::clone)
}

fn thrown(failure: Failure) -> JsValue {
    JsValue::from_str(&failure.to_json())
}

macro_rules! exported {
    ($($name:ident($($argument:ident),*);)*) => {
        $(
            #[wasm_bindgen]
            pub fn $name($($argument: &str),*) -> Result<String, JsValue> {
                crate::$name($($argument),*).map_err(thrown)
            }
        )*
    };
}

exported! {
    apply(document, response, options);
    set_component(document, name, content, options);
    parse_response(text, options);
    components(document, options);
    parse_frontmatter(text, format);
    split_frontmatter(text);
    edit_frontmatter(text, changes);
    write_frontmatter(data, body);
    parse_agent(text, options);
    check_agent(text, options);
    convert_agent(text, options);
    repair_agent(text, options);
    parse_prompt(text, path);
    expand_prompt(text, values, path);
    list_prompts(texts);
    template_nodes(source);
}

#[wasm_bindgen]
pub fn parse_matter(text: &str, from: usize, to: usize) -> Result<String, JsValue> {
    crate::parse_matter(text, from, to).map_err(thrown)
}

/// A response that arrives in chunks: its events.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Parser(crate::Parser);

#[wasm_bindgen]
impl Parser {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self(crate::Parser::new())
    }

    pub fn push(&mut self, chunk: &str) -> Result<String, JsValue> {
        self.0.push(chunk).map_err(thrown)
    }

    pub fn finish(&mut self) -> Result<String, JsValue> {
        self.0.finish().map_err(thrown)
    }

    pub fn open_patch(&self) -> Option<String> {
        self.0.open_patch()
    }
}

/// A document that changes while a response arrives.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Live(crate::Live);

#[wasm_bindgen]
impl Live {
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str, options: &str) -> Result<Live, JsValue> {
        crate::Live::new(document, options)
            .map(Self)
            .map_err(thrown)
    }

    pub fn push(&mut self, chunk: &str) -> Result<String, JsValue> {
        self.0.push(chunk).map_err(thrown)
    }

    pub fn finish(&mut self) -> Result<String, JsValue> {
        self.0.finish().map_err(thrown)
    }
}

#[wasm_bindgen]
extern "C" {
    /// The functions of a render, in an object.
    pub type Host;

    #[wasm_bindgen(method, catch)]
    fn lambda(
        this: &Host,
        index: usize,
        source: &str,
        render: &mut dyn FnMut(String) -> Result<String, JsValue>,
    ) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn partial(this: &Host, name: &str) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(method)]
    fn escape(this: &Host, text: &str) -> String;
}

/// The message of a value that a function threw. The JavaScript layer throws strings.
fn message(thrown: &JsValue) -> String {
    thrown.as_string().unwrap_or_else(|| "thrown".to_owned())
}

impl Callbacks for Host {
    fn lambda(
        &self,
        index: usize,
        source: &str,
        render: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<String, String> {
        let mut render = |text: String| render(&text).map_err(|error| JsValue::from_str(&error));
        Host::lambda(self, index, source, &mut render).map_err(|error| message(&error))
    }

    fn partial(&self, name: &str) -> Result<Option<String>, String> {
        Host::partial(self, name).map_err(|error| message(&error))
    }

    fn escape(&self, text: &str) -> String {
        Host::escape(self, text)
    }
}

/// A template that was parsed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Compiled(crate::Compiled);

#[wasm_bindgen]
impl Compiled {
    #[wasm_bindgen(constructor)]
    pub fn new(source: &str, options: &str) -> Result<Compiled, JsValue> {
        crate::Compiled::new(source, options)
            .map(Self)
            .map_err(thrown)
    }

    pub fn render(&self, data: &str) -> Result<String, JsValue> {
        self.0.render(data).map_err(thrown)
    }

    pub fn render_with(&self, data: &str, functions: &str, host: Host) -> Result<String, JsValue> {
        self.0
            .render_with(data, functions, Rc::new(host))
            .map_err(thrown)
    }

    pub fn render_layers(
        &self,
        layers: &str,
        functions: &str,
        host: Host,
    ) -> Result<String, JsValue> {
        self.0
            .render_layers(layers, functions, Rc::new(host))
            .map_err(thrown)
    }

    pub fn check(&self, data: &str, host: Host) -> Result<String, JsValue> {
        self.0.check(data, Rc::new(host)).map_err(thrown)
    }

    pub fn nodes(&self) -> Result<Option<String>, JsValue> {
        self.0.nodes().map_err(thrown)
    }

    pub fn names(&self) -> Result<String, JsValue> {
        self.0.names().map_err(thrown)
    }
}
