/**
 * A first title for a file: its name without the ending. What follows the last dot is an ending when it is at most
 * ten letters and digits, with a letter: “v1.5” has none.
 */
export const titleOf = (fileName: string): string =>
  /^(.+)\.(?=\d*[a-z])[a-z\d]{1,10}$/is.exec(fileName)?.[1] ?? fileName;
