const response = await fetch(new URL("../wasm/interline_bg.wasm", import.meta.url));
if (!response.ok) throw new Error(`the WebAssembly module of interline cannot be loaded: ${response.status} ${response.url}`);
export const module = await WebAssembly.compile(await response.arrayBuffer());
