/** An error with the location that it is about. */
export class InterlineError extends Error {
  constructor({ message, code, path, line, column, from, to }, options) {
    super(message, options);
    this.name = "InterlineError";
    this.code = code;
    this.path = path;
    this.line = line;
    this.column = column;
    this.from = from;
    this.to = to;
  }
}

export function invalidArgument(message) {
  return new InterlineError({ message, code: "invalid-argument" });
}
