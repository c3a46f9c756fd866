// The interface of mustache.js 4. The module parses, so that errors have a location; values are looked up in the live JavaScript objects,
// as users of mustache.js rely on: getters, prototypes, `this`, functions that return values.

import { InterlineError } from "../error.js";
import { call } from "../instance.js";
import { MAX_DEPTH, NodeRenderer, TEXT, parseNodes } from "../nodes.js";
import { wellFormed } from "../text.js";

/** The templates that are kept parsed. mustache.js keeps all, which grows without end where templates are made at run time. */
const CACHED = 1000;

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "/": "&#x2F;", "`": "&#x60;", "=": "&#x3D;" };

const escapeHtml = (text) => String(text).replace(/[&<>"'`=/]/g, (character) => ENTITIES[character]);

const isPrimitive = (value) => value !== null && value !== undefined && typeof value !== "object" && typeof value !== "function";

/** Returns whether an object has a property, its own or an inherited one. */
const has = (value, name) => typeof value === "object" && value !== null && name in value;

/** Returns whether a string or a number has a property of its own, such as `length`. Only dotted names reach those. */
const hasInPrimitive = (value, name) => isPrimitive(value) && Object.hasOwn(Object(value), name);

/** A scope: a view inside of other views. */
class Context {
  #cache = new Map();

  constructor(view, parent) {
    this.view = view;
    this.parent = parent;
    this.#cache.set(".", view);
  }

  push(view) {
    return new Context(view, this);
  }

  lookup(name) {
    let value = this.#cache.get(name);
    if (value === undefined && !this.#cache.has(name)) {
      value = this.#find(name);
      this.#cache.set(name, value);
    }
    return typeof value === "function" ? value.call(this.view) : value;
  }

  #find(name) {
    const parts = name.includes(".") ? name.split(".") : undefined;
    for (let context = this; context; context = context.parent) {
      if (!parts) {
        if (has(context.view, name)) return context.view[name];
        continue;
      }
      let value = context.view;
      let isFound = false;
      for (let index = 0; index < parts.length && value !== null && value !== undefined; index += 1) {
        if (index === parts.length - 1) isFound = has(value, parts[index]) || hasInPrimitive(value, parts[index]);
        value = value[parts[index]];
      }
      if (isFound) return value;
    }
    return undefined;
  }
}

/** A parsed template: its source, with a tag that sets the delimiters where they are not the default ones, and its nodes. */
class Program {
  constructor(template, [open, close]) {
    this.source = open === "{{" && close === "}}" ? template : `{{=${open} ${close}=}}\n${template}`;
    this.nodes = parseNodes(call((module) => module.template_nodes(wellFormed(this.source, "the template"))));
  }

  /** The line of a tag before it, with each character that is not a space or a tab as a space, as mustache.js indents; and what precedes. */
  line(node) {
    if (node.line) return node.line;
    const start = this.source.lastIndexOf("\n", node.from - 1) + 1;
    const before = this.nodes.filter(({ kind, from, to }) => kind !== TEXT && from >= start && to <= node.from);
    let text = this.source.slice(start, node.from);
    for (const { from, to } of before.reverse()) text = text.slice(0, from - start) + text.slice(to - start);
    node.line = { isFirst: before.length === 0, hasText: /\S/.test(text), indent: text.replace(/\S/g, " ").replace(/[^ \t]/g, "") };
    return node.line;
  }
}

class Render extends NodeRenderer {
  #tags;
  #escape;
  #hasOwnEscape;
  #partials;

  constructor(partials, config) {
    super();
    this.#tags = parseTags((Array.isArray(config) ? config : config?.tags) ?? mustache.tags);
    const escape = Array.isArray(config) ? undefined : config?.escape;
    this.#hasOwnEscape = Boolean(escape);
    this.#escape = escape || mustache.escape;
    this.#partials = partials;
  }

  template(template, context) {
    const program = programOf(template, this.#tags);
    return this.run(program, 0, program.nodes.length, context);
  }

  tooDeep() {
    throw new InterlineError({ message: `more than ${MAX_DEPTH} sections and partials inside each other: check for a cycle`, code: "limit-exceeded" });
  }

  escaped(node, context) {
    const value = context.lookup(node.text);
    if (value === null || value === undefined) return "";
    return typeof value === "number" && !this.#hasOwnEscape && this.#escape === escapeHtml ? String(value) : this.#escape(value);
  }

  raw(node, context) {
    const value = context.lookup(node.text);
    return value === null || value === undefined ? "" : value;
  }

  isAbsent(node, context) {
    const value = context.lookup(node.text);
    return !value || (Array.isArray(value) && value.length === 0);
  }

  section(program, at, context) {
    const node = program.nodes[at];
    const value = context.lookup(node.text);
    if (!value) return "";
    if (Array.isArray(value)) {
      let text = "";
      for (let index = 0; index < value.length; index += 1) text += this.run(program, at + 1, node.next, context.push(value[index]));
      return text;
    }
    if (typeof value === "function") {
      const source = program.source.slice(node.bodyFrom, node.bodyTo);
      const text = value.call(context.view, source, (inner) => this.template(inner, context));
      return text === null || text === undefined ? "" : String(text);
    }
    const inner = ["object", "string", "number"].includes(typeof value) ? context.push(value) : context;
    return this.run(program, at + 1, node.next, inner);
  }

  partial(program, node, context) {
    const partials = this.#partials;
    if (!partials) return "";
    const source = typeof partials === "function" ? partials(node.text) : partials[node.text];
    if (source === null || source === undefined) return "";
    const { isFirst, hasText, indent } = program.line(node);
    return this.template(isFirst && indent ? indented(source, indent, hasText) : source, context);
  }
}

/** Indents the lines of a partial that are not empty; where there is text before the tag, not the first one. */
function indented(source, indent, hasText) {
  return source
    .split("\n")
    .map((line, index) => (line && (index > 0 || !hasText) ? indent + line : line))
    .join("\n");
}

function parseTags(tags) {
  const pair = typeof tags === "string" ? tags.split(/\s+/, 2) : tags;
  if (!Array.isArray(pair) || pair.length !== 2) throw new Error(`Invalid tags: ${tags}`);
  return pair;
}

let programs = new Map();

function programOf(template, tags) {
  const key = `${template}:${tags.join(":")}`;
  let program = programs.get(key);
  if (!program) {
    program = new Program(template, tags);
    if (programs.size >= CACHED) programs.delete(programs.keys().next().value);
    programs.set(key, program);
  }
  return program;
}

const typeName = (value) => (Array.isArray(value) ? "array" : typeof value);

const mustache = {
  name: "mustache.js",
  version: "4.2.0",
  tags: ["{{", "}}"],
  escape: escapeHtml,
  Context,

  clearCache() {
    programs = new Map();
  },

  render(template, view, partials, config) {
    if (typeof template !== "string") {
      throw new TypeError(
        `Invalid template! Template should be a "string" but "${typeName(template)}" was given as the first argument for mustache#render(template, view, partials)`,
      );
    }
    const context = view instanceof Context ? view : new Context(view);
    return new Render(partials, config).template(template, context);
  },
};

export default mustache;
