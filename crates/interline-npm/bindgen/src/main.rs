//! Writes the JavaScript glue of a WebAssembly module: `interline-npm-bindgen MODULE DIRECTORY`.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, directory] = arguments.as_slice() else {
        return Err("expected a module and a directory".into());
    };
    Bindgen::new()
        .input_path(module)
        .out_name("interline")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // A trap leaves an instance in an unknown state: the JavaScript layer makes a new one.
        .reset_state_function(true)
        .generate(directory)?;
    Ok(())
}
