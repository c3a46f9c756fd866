// Templates as lists of nodes, which JavaScript renders over its own values. The module parses them.

/** The kinds of nodes, in the numbers of the module. */
export const TEXT = 0;
const VARIABLE = 1;
const RAW = 2;
const SECTION = 3;
const INVERTED = 5;
export const PARTIAL = 6;

/** Reads the JSON of the nodes. Nesting is a jump in the flat list: `next` of a section is its end, that of the others the node after them. */
export const parseNodes = (json) =>
  JSON.parse(json).map(([kind, text, from, to, next, bodyFrom, bodyTo]) => ({
    kind,
    text,
    /** The parts of a dotted name. */
    parts: kind !== TEXT && text.length > 1 && text.includes(".") ? text.split(".") : undefined,
    from,
    to,
    next,
    bodyFrom,
    bodyTo,
  }));

/** The depth of sections and partials at which a render fails, before the stack does. */
export const MAX_DEPTH = 1000;

/** Renders nodes. Subclasses look up values in their scopes and print them. */
export class NodeRenderer {
  #depth = 0;

  /** Renders the nodes `first..end` of a template. */
  run(template, first, end, scope) {
    const { nodes } = template;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.tooDeep();
    let text = "";
    for (let at = first; at < end; ) {
      const node = nodes[at];
      switch (node.kind) {
        case TEXT:
          text += node.text;
          break;
        case VARIABLE:
          text += this.escaped(node, scope);
          break;
        case RAW:
          text += this.raw(node, scope);
          break;
        case SECTION:
          text += this.section(template, at, scope);
          at = node.next;
          break;
        case INVERTED:
          if (this.isAbsent(node, scope)) text += this.run(template, at + 1, node.next, scope);
          at = node.next;
          continue;
        case PARTIAL:
          text += this.partial(template, node, scope);
          break;
        // The end of a section is skipped with it.
        default:
      }
      at += 1;
    }
    this.#depth -= 1;
    return text;
  }
}
