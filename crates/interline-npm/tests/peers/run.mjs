// Runs the suites of gray-matter and mustache.js over `interline/compat`, and compares what fails with what is expected to.
//
//     node run.mjs DIRECTORY
//
// The suites are in the subdirectories `gray-matter` and `mustache.js` of the directory, with the mustache specification beside it.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import differences from "./differences.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.resolve(here, "../../dist/cjs/compat");
const peers = path.resolve(process.argv[2]);

/** The files of a suite that are about parts which the package does not have, with the reason. */
const LEFT_OUT = {
  "gray-matter": {},
  "mustache.js": {
    "cli-test.js": "there is no command `mustache`",
    "parse-test.js": "there is no `parse`: a template has no token tree of its own",
    "scanner-test.js": "there is no `Scanner`",
  },
};
const SUPPORT = new Set(["helper.js", "render-helper.js", "create-browser-suite.js"]);

function run(name) {
  const directory = mkdtempSync(path.join(tmpdir(), "interline-peers-"));
  try {
    const suite = path.join(directory, name);
    cpSync(path.join(peers, name), suite, { recursive: true });
    writeFileSync(path.join(suite, "package.json"), '{"type":"commonjs","version":"0.0.0"}');
    if (name === "gray-matter") {
      writeFileSync(path.join(suite, "index.js"), `module.exports = require(${JSON.stringify(path.join(dist, "gray-matter.js"))});`);
      mkdirSync(path.join(suite, "lib"));
      const utils = "isBuffer: Buffer.isBuffer, isObject: (value) => typeof value === 'object' && value !== null && !Array.isArray(value)";
      writeFileSync(path.join(suite, "lib/utils.js"), `module.exports = { ${utils} };`);
    } else {
      writeFileSync(path.join(suite, "mustache.js"), `module.exports = require(${JSON.stringify(path.join(dist, "mustache.js"))});`);
      const specification = path.resolve(peers, "../mustache-spec");
      if (!existsSync(specification)) throw new Error(`${specification} is missing`);
      const specs = path.join(suite, "test/spec/specs");
      // Dynamic names and inheritance are optional parts that mustache.js does not have.
      const isMeant = (file) => !/~(dynamic-names|inheritance)/.test(file);
      cpSync(specification, specs, { recursive: true, filter: isMeant });
    }
    const files = readdirSync(path.join(suite, "test")).filter(
      (file) => file.endsWith(".js") && !SUPPORT.has(file) && !(file in LEFT_OUT[name]),
    );
    const args = [path.join(here, "suite.cjs"), ...files.map((file) => `test/${file}`)];
    const ran = spawnSync(process.execPath, args, { cwd: suite, encoding: "utf8" });
    if (ran.status !== 0) {
      console.log(`${name}: the suite does not run\n${ran.stdout}${ran.stderr}`);
      return false;
    }
    const tests = ran.stdout.trim().split("\n").map((line) => JSON.parse(line));
    return compare(name, tests);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function compare(name, tests) {
  const failed = tests.filter(({ error }) => error);
  const expected = differences[name];
  console.log(`${name}: ${tests.length - failed.length} of ${tests.length} tests pass`);
  for (const [file, reason] of Object.entries(LEFT_OUT[name])) console.log(`  left out: ${file}: ${reason}`);
  const names = new Set(failed.map(({ name }) => name));
  for (const [test, reason] of Object.entries(expected)) {
    console.log(names.has(test) ? `  differs: ${test}: ${reason}` : `  passes and is listed as different: ${test}`);
  }
  const unexpected = failed.filter(({ name }) => !(name in expected));
  for (const { name, error } of unexpected) console.log(`  fails: ${name}\n${error.replace(/^/gm, "    ")}`);
  return unexpected.length === 0 && Object.keys(expected).every((test) => names.has(test)) && tests.length > 0;
}

const passed = ["gray-matter", "mustache.js"].map(run);
process.exit(passed.every(Boolean) ? 0 : 1);
