import { InterlineError } from "../error.js";

/** Makes an error about a file. The message begins with the path, as those of the command do. */
export function fileError(path, code, text, options, location) {
  const at = location ? `${path}:${location.line}:${location.column}` : path;
  return new InterlineError({ message: `${at}: ${text}`, code, path, ...location }, options);
}

/** Makes the error of a call of the system. */
export function systemError(path, cause) {
  switch (cause.code) {
    case "ENOENT":
      return fileError(path, "not-found", "not found; check the path", { cause });
    case "EACCES":
    case "EPERM":
      return fileError(path, "permission-denied", "permission denied; let this user read it", { cause });
    case "ELOOP":
      return fileError(path, "link-loop", "symlink loop; remove it", { cause });
    default:
      return fileError(path, "io", cause.message, { cause });
  }
}

export function notWritten(path, cause) {
  return cause instanceof InterlineError
    ? cause
    : fileError(path, "write", `cannot be replaced, and is unchanged: ${cause.message}`, { cause });
}

export function conflict(path, kept) {
  const where = kept ? `; its text is in ${kept}` : "";
  return fileError(path, "conflict", `changed or removed by another program since it was read, and not replaced; read it again${where}`);
}

export const diagnostic = (severity, code, message) => ({ severity, code, message, from: 0, to: 0, line: 1, column: 1 });
