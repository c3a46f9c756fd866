// Renders templates over plain data. Data that crosses to the module is written as JSON, read again and dropped, which takes longer than a
// render. What is not frequent is left to the module, which renders the template from the start: it has the errors and the rare rules.

import { NodeRenderer } from "./nodes.js";

/** Thrown where the module has to render. */
const LEFT_TO_MODULE = Symbol("left to the module");

/** The scopes that are searched one by one. The module remembers what it found in more. */
const MAX_SCOPES = 16;
/** Far below the limits of the module by default, so that those cannot be exceeded here. */
const MAX_STEPS = 1_000_000;
const MAX_UNITS = 1 << 24;

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text) => (/[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character]) : text);

const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isFalsy = (value) => value === undefined || value === null || value === false || value === "" || (Array.isArray(value) && value.length === 0);

/** Returns the value of a key; `undefined` where JSON would have no such key. */
function own(map, key) {
  const value = map[key];
  return value !== undefined && Object.prototype.propertyIsEnumerable.call(map, key) ? value : undefined;
}

/** A value that names are looked up in. An item of a list has its index and the length of the list. */
class Scope {
  constructor(data, outer, length) {
    this.data = data;
    this.isMap = isMap(data);
    this.outer = outer;
    this.depth = outer ? outer.depth + 1 : 0;
    this.length = length;
    this.index = 0;
  }

  /** What an item of a list has besides its own keys. */
  ofList(name) {
    switch (name) {
      case "first":
        return this.index === 0;
      case "last":
        return this.index + 1 === this.length;
      case "index":
        return this.index;
      case "number":
        return this.index + 1;
      case "length":
        return this.length;
      // The item itself, where it is a scalar and no scope has the name.
      case "value":
        throw LEFT_TO_MODULE;
      default:
        return undefined;
    }
  }
}

class PlainRenderer extends NodeRenderer {
  #isEscaped;
  #isLenient;
  #keepsAbsent;
  #steps = 0;

  constructor({ escape, missing, sections, strict }) {
    super();
    this.#isEscaped = (escape ?? "html") === "html";
    this.#keepsAbsent = (missing ?? (strict ? "error" : "empty")) !== "empty";
    this.#isLenient = (sections ?? (strict ? "strict" : "lenient")) === "lenient";
  }

  #lookup(node, scope) {
    if (node.text === ".") return scope.data;
    const { parts } = node;
    const name = parts ? parts[0] : node.text;
    let value;
    for (let at = scope; at && value === undefined; at = at.outer) {
      if (at.isMap) value = own(at.data, name);
      if (value === undefined && at.length > 0) value = at.ofList(name);
    }
    if (!parts) return value;
    for (let index = 1; index < parts.length && value !== undefined; index += 1) {
      // Lists and scalars have members too.
      if (!isMap(value)) throw LEFT_TO_MODULE;
      value = own(value, parts[index]);
    }
    return value;
  }

  raw(node, scope) {
    const value = this.#lookup(node, scope);
    switch (typeof value) {
      case "string":
        return value;
      case "boolean":
        return String(value);
      case "number": {
        // The module writes other exponents.
        const size = Math.abs(value);
        if (value === 0 || (size >= 1e-5 && size <= Number.MAX_SAFE_INTEGER)) return String(value);
        throw LEFT_TO_MODULE;
      }
      case "undefined":
        if (this.#keepsAbsent) throw LEFT_TO_MODULE;
        return "";
      default:
        if (value === null) return "";
        throw LEFT_TO_MODULE;
    }
  }

  escaped(node, scope) {
    const text = this.raw(node, scope);
    return this.#isEscaped ? escapeHtml(text) : text;
  }

  isAbsent(node, scope) {
    const value = this.#lookup(node, scope);
    if (value === undefined && !this.#isLenient) throw LEFT_TO_MODULE;
    return isFalsy(value);
  }

  section(template, at, scope) {
    if (scope.depth >= MAX_SCOPES) throw LEFT_TO_MODULE;
    const node = template.nodes[at];
    const value = this.#lookup(node, scope);
    if (isFalsy(value)) {
      if (value === undefined && !this.#isLenient) throw LEFT_TO_MODULE;
      return "";
    }
    const cost = node.next - at;
    if (!Array.isArray(value)) {
      this.#count(cost, 0);
      return this.run(template, at + 1, node.next, new Scope(value, scope, 0));
    }
    let text = "";
    for (let index = 0; index < value.length; index += 1) {
      const item = new Scope(value[index], scope, value.length);
      item.index = index;
      text += this.run(template, at + 1, node.next, item);
      this.#count(cost, text.length);
    }
    return text;
  }

  tooDeep() {
    throw LEFT_TO_MODULE;
  }

  #count(steps, units) {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS || units > MAX_UNITS) throw LEFT_TO_MODULE;
  }
}

/** Renders a template over plain data; returns `undefined` where the module has to do it. */
export function renderPlain(template, data, options) {
  try {
    const text = new PlainRenderer(options).run(template, 0, template.nodes.length, new Scope(data, undefined, 0));
    return text.length > MAX_UNITS ? undefined : text;
  } catch (error) {
    if (error === LEFT_TO_MODULE) return undefined;
    throw error;
  }
}
