// Files: the rules of the Rust crates, and the command of Rust as another writer.

import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { InterlineError } from "interline";
import { applyToFile, read, replace, setFrontmatter, update } from "interline/node";

const run = promisify(execFile);
const here = path.dirname(fileURLToPath(import.meta.url));
const directory = mkdtempSync(path.join(tmpdir(), "interline-files-"));
after(() => rmSync(directory, { recursive: true }));

let count = 0;
/** Makes a file in a directory of its own. */
function file(text) {
  count += 1;
  const inside = mkdtempSync(path.join(directory, "t-"));
  const made = path.join(inside, "plan.md");
  writeFileSync(made, text);
  return made;
}
const names = (made) => readdirSync(path.dirname(made)).sort();
const code = (expected) => (error) => error instanceof InterlineError && error.code === expected;
const hasFlock = spawnSync("flock", ["--version"]).status === 0;

/** The command, which `scripts/test-npm` builds and names. */
const command = process.env.INTERLINE_COMMAND;

const LOG = "# Plan\n\n<!-- agent:log patch=append -->\n- start\n<!-- /agent:log -->\n";
const line = (text) => `<!-- patch:log -->\n- ${text}\n<!-- /patch:log -->\n`;
const lines = (text) => text.split("\n").filter((found) => found.startsWith("- "));

test("replaces a file and keeps its mode", async () => {
  const made = file("old\n");
  chmodSync(made, 0o640);
  const updated = await update(made, (text) => `${text}new\n`);
  assert.deepEqual(updated, { text: "old\nnew\n", isWritten: true, diagnostics: hasFlock ? [] : updated.diagnostics });
  assert.equal(readFileSync(made, "utf8"), "old\nnew\n");
  assert.equal(statSync(made).mode & 0o777, 0o640);
  assert.deepEqual(names(made), ["plan.md"]);
  const before = statSync(made).ino;
  assert.equal((await update(made, () => undefined)).isWritten, false);
  assert.equal((await update(made, (text) => text)).isWritten, false);
  assert.equal(statSync(made).ino, before);
});

test("extended attributes stay", { skip: process.platform !== "linux" && "only Linux has them here" }, async (t) => {
  const made = file("old\n");
  const set = spawnSync("python3", ["-c", "import os,sys; os.setxattr(sys.argv[1], 'user.note', b'kept')", made]);
  if (set.status !== 0) return t.diagnostic("not run: the file system or this machine has no extended attributes");
  await update(made, () => "new\n");
  const got = spawnSync("python3", ["-c", "import os,sys; print(os.getxattr(sys.argv[1], 'user.note'))", made], { encoding: "utf8" });
  assert.equal(got.stdout.trim(), "b'kept'");
});

test("refuses what it would lose", async () => {
  await assert.rejects(update(path.join(directory, "none.md"), () => "x"), code("not-found"));
  await assert.rejects(update(directory, () => "x"), code("not-a-file"));
  await assert.rejects(update(file("x"), () => "\ud83d"), code("lone-surrogate"));
  await assert.rejects(replace(file("x"), "y", "z"), code("conflict"));
  await assert.rejects(update(file("x"), () => "y", { hardlinks: "split" }), code("invalid-argument"));
  await assert.rejects(read(file("long"), { maxBytes: 3 }), code("file-too-large"));

  const binary = file("a\n");
  appendFileSync(binary, Buffer.from("é\xff", "latin1"));
  const error = await read(binary).catch((caught) => caught);
  assert.deepEqual([error.code, error.line, error.column, error.message], ["invalid-utf8", 2, 1, `${binary}:2:1: invalid UTF-8; save the file as UTF-8`]);

  const readOnly = file("x");
  chmodSync(readOnly, 0o444);
  await assert.rejects(update(readOnly, () => "y"), /it is read-only; make it writable/);
  assert.equal(readFileSync(readOnly, "utf8"), "x");
  const failed = file("x");
  await assert.rejects(
    update(failed, () => {
      throw new Error("mine");
    }),
    /^Error: mine$/,
  );
  assert.deepEqual(names(failed), ["plan.md"]);
});

test("symlinks stay, and hard links are decided about", async () => {
  const made = file("old");
  const link = path.join(path.dirname(made), "link.md");
  symlinkSync("plan.md", link);
  await update(link, () => "new");
  assert.deepEqual([readFileSync(made, "utf8"), names(made)], ["new", ["link.md", "plan.md"]]);
  const other = path.join(path.dirname(made), "other.md");
  linkSync(made, other);
  await assert.rejects(update(made, () => "x"), code("hard-linked"));
  const { diagnostics } = await update(made, () => "split", { hardLinks: "split" });
  assert.ok(diagnostics.some(({ code }) => code === "hard-link-split"));
  assert.deepEqual([readFileSync(made, "utf8"), readFileSync(other, "utf8")], ["split", "new"]);
});

test("a byte order mark and CRLF stay", async () => {
  const made = file("\ufeff---\r\na: 1\r\n---\r\nx\r\n");
  const changed = await setFrontmatter(made, "a", 2);
  assert.equal(changed.isWritten, true);
  assert.equal(readFileSync(made, "utf8"), "\ufeff---\r\na: 2\r\n---\r\nx\r\n");
});

test("the text of a program without a lock stays", async () => {
  const made = file("old\n");
  let calls = 0;
  const updated = await update(made, (text) => {
    calls += 1;
    // Once by writing into the file, once by replacing it.
    if (calls === 1) appendFileSync(made, "theirs\n");
    if (calls === 2) {
      writeFileSync(`${made}.new`, `${text}again\n`);
      renameSync(`${made}.new`, made);
    }
    return `${text}mine\n`;
  });
  assert.deepEqual([updated.text, calls], ["old\ntheirs\nagain\nmine\n", 3]);
  assert.equal(readFileSync(made, "utf8"), updated.text);
});

test("waits for a lock, and gives up when the time is over", { skip: !hasFlock && "not run: the command flock is missing" }, async () => {
  const made = file("x");
  const holder = run("flock", ["-x", made, "sleep", "0.4"]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  await assert.rejects(update(made, () => "y", { wait: 50 }), code("locked"));
  await update(made, (text) => `${text}y`);
  await holder;
  assert.equal(readFileSync(made, "utf8"), "xy");
  // A call inside of a call waits for itself.
  await assert.rejects(
    update(made, () => update(made, () => "z", { wait: 50 })),
    code("locked"),
  );
});

test("calls of one process lose nothing", async () => {
  const made = file(LOG);
  const wanted = Array.from({ length: 30 }, (_, index) => `node ${index}`);
  await Promise.all(wanted.map((text) => applyToFile(made, line(text))));
  const found = lines(readFileSync(made, "utf8"));
  assert.deepEqual(found.sort(), ["start", ...wanted].map((text) => `- ${text}`).sort());
});

const writer = `
import { applyToFile } from "interline/node";
const [made, name, count] = process.argv.slice(1);
for (let index = 0; index < Number(count); index += 1) {
  const { outcomes } = await applyToFile(made, \`<!-- patch:log -->\\n- \${name} \${index}\\n<!-- /patch:log -->\\n\`, { boundary: "keep" });
  if (outcomes[0].status !== "applied") throw new Error(outcomes[0].status);
}
`;

test("Node processes and the command of Rust lose nothing of each other", { skip: !command && "not run: INTERLINE_COMMAND is not set" }, async () => {
  assert.ok(existsSync(command), `${command} is missing`);
  const made = file(LOG);
  const [writers, rounds] = [3, 12];
  const nodes = Array.from({ length: writers }, (_, index) =>
    run(process.execPath, ["--input-type=module", "--eval", writer, made, `node${index}`, String(rounds)], { cwd: here }),
  );
  const rust = Array.from({ length: writers }, async (_, index) => {
    for (let round = 0; round < rounds; round += 1) {
      const child = run(command, ["apply", made, "--write", "--boundary", "keep"]);
      child.child.stdin.end(line(`rust${index} ${round}`));
      await child;
    }
  });
  await Promise.all([...nodes, ...rust]);
  const wanted = ["start"];
  for (const name of ["node", "rust"]) {
    for (let index = 0; index < writers; index += 1) for (let round = 0; round < rounds; round += 1) wanted.push(`${name}${index} ${round}`);
  }
  const found = lines(readFileSync(made, "utf8"));
  assert.deepEqual(found.sort(), wanted.map((text) => `- ${text}`).sort());
  assert.deepEqual(names(made), ["plan.md"]);
});
