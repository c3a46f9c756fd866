// Checks the package as npm would publish it: its size, its files, `publint`, and `attw` (whether each way to import it has its types).

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
/** The most KiB of the module, as it is and compressed with brotli, as browsers and CDNs do. They may only fall: README.md has the goals. */
const MODULE = { size: 1090, compressed: 396 };

const directory = mkdtempSync(path.join(tmpdir(), "interline-package-"));
const failures = [];
try {
  const packed = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", directory], { cwd: root, encoding: "utf8" }));
  const { filename, files, size } = packed[0];
  console.log(`${files.length} files, ${Math.round(size / 1024)} KiB packed`);
  for (const { path: file } of files) {
    if (!/^(dist\/.*\.(js|cjs|d\.ts|wasm)|dist\/cjs\/package\.json|package\.json|README\.md|compat\.md|playground\.png|LICENSE-(MIT|APACHE))$/.test(file)) {
      failures.push(`${file} does not belong in the package`);
    }
  }

  const module = readFileSync(path.join(root, "dist/wasm/interline_bg.wasm"));
  const kib = { size: Math.ceil(module.length / 1024), compressed: Math.ceil(brotliCompressSync(module).length / 1024) };
  console.log(`the module: ${kib.size} KiB, ${kib.compressed} KiB with brotli`);
  for (const key of Object.keys(MODULE)) {
    if (kib[key] > MODULE[key]) failures.push(`${key} of the module: ${kib[key]} KiB, more than ${MODULE[key]}`);
  }

  const { messages } = await publint({ pkgDir: root, strict: true });
  const pkg = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  failures.push(...messages.map((message) => `publint: ${formatMessage(message, pkg)}`));

  const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(path.join(directory, filename))));
  // TypeScript has resolved `exports` since 4.7 of 2022; the old resolution finds the main entry only.
  const isOld = ({ kind, resolutionKind }) => kind === "NoResolution" && resolutionKind === "node10";
  failures.push(...(problems ?? []).filter((problem) => !isOld(problem)).map((problem) => `attw: ${JSON.stringify(problem)}`));
} finally {
  rmSync(directory, { recursive: true });
}
for (const failure of failures) console.log(failure);
process.exit(failures.length === 0 ? 0 : 1);
