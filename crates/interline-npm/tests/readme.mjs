// Writes the programs of the README to `tests/readme`, where they are checked against the types.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const programs = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, program]) => program);
/** The names that the programs use without declaring them. */
const NAMES = { document: "string", answer: "string", text: "string", file: "string", chunks: "AsyncIterable<string>", editor: "{ apply(edit: { from: number; to: number; insert: string }): void }" };

const directory = new URL("readme/", import.meta.url);
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory);
programs.forEach((program, index) => {
  const used = Object.entries(NAMES).filter(([name]) => new RegExp(`\\b${name}\\b`).test(program) && !new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} = `).test(program));
  writeFileSync(new URL(`program-${index + 1}.ts`, directory), `${used.map(([name, type]) => `declare const ${name}: ${type};\n`).join("")}${program}\nexport {};\n`);
});
console.log(`${programs.length} programs of the README`);
