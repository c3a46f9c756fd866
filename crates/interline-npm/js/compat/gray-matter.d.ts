declare namespace matter {
  interface Engine {
    parse(text: string, options?: any): any;
    stringify?(data: any, options?: any): string;
  }
  interface Options {
    excerpt?: boolean | string | ((file: File, options: Options) => void);
    excerpt_separator?: string;
    engines?: Record<string, Engine | ((text: string, options?: any) => any)>;
    language?: string;
    lang?: string;
    delimiters?: string | string[];
    delims?: string | string[];
    data?: Record<string, unknown>;
  }
  type Input = string | Uint8Array | { content?: string | Uint8Array; contents?: Uint8Array; data?: any };
  interface File {
    /** The values of the header. */
    data: { [key: string]: any };
    /** The text after the header. */
    content: string;
    excerpt?: string;
    /** The input as bytes. */
    orig: Uint8Array | string;
    language: string;
    /** The text of the header. */
    matter: string;
    isEmpty?: boolean;
    empty?: string;
    path?: string;
    stringify(data?: Record<string, unknown>, options?: Options): string;
  }

  const engines: Record<string, Engine>;
  function stringify(file: string | { content: string; data?: object; excerpt?: string }, data?: object, options?: Options): string;
  /** Reads and parses a file. In Node only. */
  function read(path: string, options?: Options): File;
  function test(text: string, options?: Options): boolean;
  function language(text: string, options?: Options): { raw: string; name: string };
  function clearCache(): void;
}

/** Splits a text into the values of its header and the rest, as gray-matter does. */
declare function matter(input: matter.Input, options?: matter.Options): matter.File;

export default matter;
