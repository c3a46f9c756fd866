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
