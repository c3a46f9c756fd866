// Writes the playground with the modules of `dist` into a directory that any static host can serve: `node playground.mjs [DIRECTORY]`,
// `dist-playground` without one.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const target = path.resolve(process.argv[2] ?? path.join(root, "dist-playground"));
rmSync(target, { recursive: true, force: true });
mkdirSync(path.join(target, "interline"), { recursive: true });
cpSync(path.join(root, "playground"), target, { recursive: true });

const dist = path.join(root, "dist");
for (const file of readdirSync(dist).filter((name) => name.endsWith(".js") && name !== "node.js")) {
  // A browser does not know the imports of package.json.
  const text = readFileSync(path.join(dist, file), "utf8").replace('"#load"', '"./load/browser.js"');
  writeFileSync(path.join(target, "interline", file), text);
}
cpSync(path.join(dist, "load/browser.js"), path.join(target, "interline/load/browser.js"));
cpSync(path.join(dist, "wasm"), path.join(target, "interline/wasm"), { recursive: true });
