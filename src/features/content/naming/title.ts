/**
 * Returns the initial title of a file: its name without the extension. The part after the last dot is an extension when
 * it has at most ten letters and digits and at least one letter, so “v1.5” has none.
 */
export const titleOf = (fileName: string): string =>
  /^(.+)\.(?=\d*[a-z])[a-z\d]{1,10}$/is.exec(fileName)?.[1] ?? fileName;
