declare namespace mustache {
  type Tags = [open: string, close: string];
  interface Config { tags?: Tags; escape?: (value: any) => string }
  type Partials = Record<string, string> | ((name: string) => string | undefined);

  const name: string;
  const version: string;
  /** The delimiters where a render is given none. */
  let tags: Tags | string;
  /** Escapes a value where a render is given no function of its own. */
  let escape: (value: any) => string;

  /** A scope: a view inside of other views. */
  class Context {
    constructor(view: unknown, parent?: Context);
    view: any;
    parent: Context | undefined;
    push(view: unknown): Context;
    lookup(name: string): any;
  }

  /** Forgets the templates that are kept parsed. */
  function clearCache(): void;
  /** Renders a template with a view, as mustache.js does. */
  function render(template: string, view?: unknown, partials?: Partials, config?: Tags | Config): string;
}

export default mustache;
