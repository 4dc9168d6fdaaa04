const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '{': '&#123;',
};

/**
 * Of a value that `<Trans>` puts into a text, which it then reads for elements, and for values once more: names of files
 * may look like either.
 */
export const escapeInserted = (value: string): string =>
  value.replace(/[&<>{]/g, (mark) => marks[mark] ?? mark);

/** The reverse, of a text as it is shown. */
export const unescapeInserted = (text: string): string =>
  text.replace(
    /&(?:amp|lt|gt|#123);/g,
    (escaped) => Object.keys(marks).find((mark) => marks[mark] === escaped) ?? escaped,
  );
