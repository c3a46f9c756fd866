import interline = require("interline");
import matter = require("interline/compat/gray-matter");
import mustache = require("interline/compat/mustache");
import node = require("interline/node");

export const text: string = interline.applyPatches("a", "b").text;
export const title: unknown = matter("---\ntitle: x\n---\n").data.title;
export const written: string = matter.stringify("x", { a: 1 });
export const rendered: string = mustache.render("{{a}}", { a: 1 }, { p: "x" }, ["<%", "%>"]);
export const updated: Promise<node.Updated> = node.update("a.md", (text) => `${text}x`);
