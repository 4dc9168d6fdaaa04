import { printable } from '../../../core/printable.ts';

/** Markup in which every inserted text is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type TemplateValue = string | number | Html | readonly TemplateValue[] | false | undefined;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for elements and quoted attributes. Control characters and those that change the direction of the
 * text around them are removed, except line breaks.
 */
const escaped = (text: string): string =>
  text
    .split(/\r?\n/)
    .map(printable)
    .join('\n')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

const markupOf = (value: TemplateValue): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return value ? value.map(markupOf).join('') : '';
};

/** Builds markup of a template; its values are escaped unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: TemplateValue[]): Html =>
  new Html(parts.map((part, index) => (index === 0 ? part : markupOf(values[index - 1]) + part)).join(''));

/** Returns an untrusted text in one line of at most `max` characters. */
export function clipped(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  // The cut may split the last character, because an emoji takes several units.
  const characters = [...new Intl.Segmenter().segment(line.slice(0, max))].slice(0, -1);
  return `${characters
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}
