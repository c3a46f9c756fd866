const { readFileSync } = require("node:fs");
const { join } = require("node:path");

exports.module = new WebAssembly.Module(readFileSync(join(__dirname, "../../wasm/interline_bg.wasm")));
