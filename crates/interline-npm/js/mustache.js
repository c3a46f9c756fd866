import { InterlineError, invalidArgument } from "./error.js";
import { failed, isBroken, Remade } from "./instance.js";
import { PARTIAL, parseNodes } from "./nodes.js";
import { renderPlain } from "./plain-renderer.js";
import { isPlain, json, object, wellFormed } from "./text.js";

/** The functions of the caller that a render may call. They throw strings, as the module expects. */
class Host {
  #functions;
  #partial;
  #escape;
  /** The first error that a function threw; the module has only its message. */
  error;

  constructor(functions, { partial, escape }) {
    this.#functions = functions;
    this.#partial = partial;
    this.#escape = escape;
  }

  #run(action) {
    if (isBroken()) throw "the call that runs has failed";
    try {
      return action();
    } catch (error) {
      this.error ??= error;
      throw error instanceof Error ? error.message : String(error);
    }
  }

  lambda(index, source, render) {
    let isOver = false;
    const inner = (text) => {
      if (isOver) throw invalidArgument("`render` was called after its function returned");
      wellFormed(text, "the text to render");
      try {
        return render(text);
      } catch (error) {
        throw typeof error === "string" ? new InterlineError({ message: error, code: "lambda" }) : failed(error);
      }
    };
    try {
      return this.#run(() => result(this.#functions[index].action.call(undefined, source, inner), "the result of a function"));
    } finally {
      isOver = true;
    }
  }

  partial(name) {
    return this.#run(() => {
      const source = this.#partial(name);
      return source === undefined || source === null ? undefined : wellFormed(source, `the partial \`${name}\``);
    });
  }

  /** Cannot throw, since the engine takes a string from it. The error is thrown after the render. */
  escape(text) {
    try {
      return this.#run(() => wellFormed(this.#escape(text), "the result of `escape`"));
    } catch {
      return "";
    }
  }

  /** Runs a render, and throws the error of a function as the cause of that of the render. */
  during(action) {
    try {
      const text = action(this);
      if (this.error === undefined) return text;
    } catch (error) {
      if (this.error !== undefined && error instanceof InterlineError) error.cause ??= this.error;
      throw error;
    }
    if (this.error instanceof InterlineError) throw this.error;
    throw new InterlineError({ message: `\`escape\` threw: ${this.error?.message ?? this.error}`, code: "escape" }, { cause: this.error });
  }
}

/** Returns the text that a function returned; nothing for `undefined` and `null`. */
function result(value, name) {
  if (value === undefined || value === null) return "";
  if (typeof value === "object" || typeof value === "function" || typeof value === "symbol") {
    throw invalidArgument(`${name} is no text: return a string`);
  }
  return wellFormed(String(value), name);
}

/** A template that was parsed once and is rendered often. */
export class Template {
  #compiled;
  #functions = {};
  #options;
  #renders = 0;
  /** The nodes, where they can be rendered over plain data. */
  #plain;

  constructor(source, options) {
    wellFormed(source, "the template");
    object(options);
    const settings = { ...options };
    if (typeof settings.partials === "function") {
      this.#functions.partial = settings.partials;
      delete settings.partials;
      settings.asksForPartials = true;
    }
    if (typeof settings.escape === "function") {
      this.#functions.escape = settings.escape;
      settings.escape = "function";
    }
    this.#options = settings;
    const written = options === undefined || options === null ? "" : json(settings);
    this.#compiled = new Remade((module) => new module.Compiled(source, written));
  }

  /** Makes a host where the template or the data have functions. */
  #host(functions, isNeeded) {
    const { partial, escape } = this.#functions;
    return isNeeded || functions.length > 0 || partial || escape ? new Host(functions, this.#functions) : undefined;
  }

  /** Renders plain data without the module, from the second render on, since the nodes are of no use to a single one. */
  #renderPlain(data) {
    this.#renders += 1;
    if (this.#renders === 1) return undefined;
    if (this.#renders === 2) this.#plain = this.#plainNodes();
    return this.#plain && isPlain(data) ? renderPlain(this.#plain, data, this.#options) : undefined;
  }

  #plainNodes() {
    if (this.#functions.escape || this.#options.limits) return undefined;
    const json = this.#compiled.call((compiled) => compiled.nodes());
    if (json === undefined) return undefined;
    const nodes = parseNodes(json);
    return nodes.some(({ kind }) => kind === PARTIAL) ? undefined : { nodes };
  }

  render(data = {}) {
    const plain = this.#renderPlain(data);
    if (plain !== undefined) return plain;
    const functions = [];
    const written = json(data, functions);
    const host = this.#host(functions, false);
    if (!host) return this.#compiled.call((compiled) => compiled.render(written));
    const paths = JSON.stringify(functions.map(({ path }) => path));
    return host.during(() => this.#compiled.call((compiled) => compiled.render_with(written, paths, host)));
  }

  /** Renders with layers of data, from the outermost to the innermost. */
  renderLayers(...layers) {
    const functions = [];
    const written = json(layers, functions);
    const host = this.#host(functions, true);
    const paths = JSON.stringify(functions.map(({ path }) => path));
    return host.during(() => this.#compiled.call((compiled) => compiled.render_layers(written, paths, host)));
  }

  check(data = {}) {
    const functions = [];
    const written = json(data, functions);
    const host = this.#host(functions, true);
    return JSON.parse(host.during(() => this.#compiled.call((compiled) => compiled.check(written, host))));
  }

  names() {
    return JSON.parse(this.#compiled.call((compiled) => compiled.names()));
  }
}

export const compile = (source, options) => new Template(source, options);
export const render = (source, data, options) => new Template(source, options).render(data);
