import { call, Handle } from "./instance.js";
import { json, options as given, wellFormed } from "./text.js";

const host = { lambda: () => "", partial: () => undefined, escape: (text) => text };

/** A template that was parsed once and is rendered often. */
export class Template {
  #compiled;

  constructor(source, options) {
    wellFormed(source, "the template");
    this.#compiled = new Handle((module) => new module.Compiled(source, given(options)));
  }

  render(data = {}) {
    return this.#compiled.call((compiled) => compiled.render(json(data)));
  }

  /** Renders with layers of data, from the outermost to the innermost. */
  renderLayers(...layers) {
    return this.#compiled.call((compiled) => compiled.render_layers(json(layers), "[]", host));
  }

  check(data = {}) {
    return JSON.parse(this.#compiled.call((compiled) => compiled.check(json(data), host)));
  }

  names() {
    return JSON.parse(this.#compiled.call((compiled) => compiled.names()));
  }
}

export const compile = (source, options) => new Template(source, options);
export const render = (source, data, options) => new Template(source, options).render(data);
