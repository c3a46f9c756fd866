import { LiveApply, applyPatches, frontmatter, mustache, type Edit } from "interline";

const { text, edits, diagnostics } = applyPatches("a", "b", { boundary: "keep" });
export const all: [string, Edit[], number[]] = [text, edits, diagnostics.map(({ from }) => from)];

export async function follow(chunks: ReadableStream<Uint8Array>): Promise<Edit[]> {
  const edits: Edit[] = [];
  for await (const edit of new LiveApply("a").stream(chunks)) edits.push(edit);
  return edits;
}

export const title: unknown = frontmatter.parse("---\ntitle: x\n---\n").data["title"];
export const rendered: string = mustache.compile("{{a}}", { strict: true }).render({ a: 1 });

// @ts-expect-error: not a policy
applyPatches("a", "b", { boundary: "kep" });

import matter from "interline/compat/gray-matter";
import Mustache from "interline/compat/mustache";
import { applyToFile, update, type Updated } from "interline/node";

export const file: matter.File = matter("x", { excerpt: true, engines: { toml: (text) => ({ text }) } });
export const lambda: string = Mustache.render("{{#a}}x{{/a}}", { a: () => (text: string, render: (text: string) => string) => render(text) });
export const functions: string = mustache.render("{{f}}", { f: () => "x" }, { partials: (name) => `[${name}]`, escape: (text) => text });
export const files: Promise<[Updated, boolean]> = Promise.all([update("a.md", async () => undefined), applyToFile("a.md", "x").then(({ isWritten }) => isWritten)]);

// @ts-expect-error: not an option
update("a.md", () => "x", { hardLinks: "copy" });
