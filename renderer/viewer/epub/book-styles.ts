/**
 * Properties that a book may set. Colours, fonts and positions are those of the reader, so that every book is readable
 * in both colour schemes and covers none of the controls.
 */
const allowedProperties = new Set([
  ...['break-before', 'break-after', 'clear', 'direction', 'float', 'font-style', 'font-variant-caps'],
  ...[
    'font-weight',
    'letter-spacing',
    'list-style-type',
    'text-align',
    'text-decoration-line',
    'text-indent',
  ],
  ...['text-transform', 'unicode-bidi', 'vertical-align', 'white-space-collapse', 'text-wrap-mode'],
  ...['margin-top', 'margin-right', 'margin-bottom', 'margin-left', 'padding-left', 'padding-right'],
]);
/** Sizes of text relative to that of the reader. */
const relativeSize = /^[\d.]{1,6}(?:em|rem|%)$/;

/** Returns the rules of a style sheet, with harmless properties only. */
export function sanitizedRules(css: string): string {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return Array.from(sheet.cssRules, (rule) => (rule instanceof CSSStyleRule ? sanitizedRule(rule) : '')).join(
    '\n',
  );
}

function sanitizedRule({ selectorText, style }: CSSStyleRule): string {
  const declarations = Array.from(style)
    .map((name) => ({ name, value: style.getPropertyValue(name) }))
    .filter(
      ({ name, value }) => allowedProperties.has(name) || (name === 'font-size' && relativeSize.test(value)),
    )
    .map(({ name, value }) => `${name}: ${value};`);
  return declarations.length > 0 ? `${selectorText} { ${declarations.join(' ')} }` : '';
}

/** The rules that the reader sets for every book. */
export const readerRules = `
:host { display: block; overflow-wrap: break-word; line-height: 1.6; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; }
img { max-width: 100%; height: auto; max-height: 90vh; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { padding: 4px 8px; border: 1px solid var(--line); text-align: start; }
pre { white-space: pre-wrap; }
blockquote { margin-inline: 24px 0; }
a { color: inherit; }
a[href] { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
