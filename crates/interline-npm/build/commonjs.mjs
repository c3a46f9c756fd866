// Writes the CommonJS modules of `dist` into `dist/cjs`: `node commonjs.mjs`. Each module becomes one module, so that all entries share
// one instance of the WebAssembly module.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../dist");
const target = path.join(dist, "cjs");
rmSync(target, { recursive: true, force: true });

/** The modules for Node behind the names in `imports`. */
const FILES = { load: "node.cjs", files: "files-node.cjs" };

const files = readdirSync(dist, { recursive: true }).map(String);
for (const file of files) {
  const source = path.join(dist, file);
  const written = path.join(target, file);
  const put = (text) => {
    mkdirSync(path.dirname(written), { recursive: true });
    writeFileSync(written, text);
  };
  const text = () => readFileSync(source, "utf8");
  if (file.endsWith(".d.ts")) {
    // A default export is the whole module there, as those who `require` the package expect.
    put(text().replace(/^export default (\w+);$/m, "export = $1;"));
  } else if (file.endsWith(".js") && !file.startsWith("load")) {
    const { outputText } = ts.transpileModule(text(), {
      fileName: file,
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, allowJs: true },
    });
    // The conditions of `imports` in package.json are not needed here.
    const load = path.relative(path.dirname(file), "load") || "load";
    const loaded = outputText.replace(/"#(load|files)"/g, (_, name) => JSON.stringify(`./${path.posix.join(load, FILES[name])}`));
    const isDefault = file.startsWith("compat") && /^exports\.default = /m.test(outputText);
    put(isDefault ? `${loaded}module.exports = exports.default;\n` : loaded);
  }
}

cpSync(path.join(dist, "load"), path.join(target, "load"), { recursive: true, filter: (name) => !name.endsWith(".js") });
writeFileSync(path.join(target, "package.json"), '{ "type": "commonjs" }\n');
