import { readFileSync } from "node:fs";

export const module = new WebAssembly.Module(readFileSync(new URL("../wasm/interline_bg.wasm", import.meta.url)));
