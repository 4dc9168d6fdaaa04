const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '{': '&#123;',
};

/** Escapes a value in a text of `<Trans>`, which would parse elements and placeholders in it, such as in file names. */
export const escapeInserted = (value: string): string =>
  value.replace(/[&<>{]/g, (mark) => marks[mark] ?? mark);

/** Removes the escapes from a displayed text. */
export const unescapeInserted = (text: string): string =>
  text.replace(
    /&(?:amp|lt|gt|#123);/g,
    (escaped) => Object.keys(marks).find((mark) => marks[mark] === escaped) ?? escaped,
  );
