import { kindOf, sentenceTemplate } from './sentence-template.ts';

/**
 * What a node says in English, by what that is in another language. Values stand in both as `{{name}}`; how a name begins
 * says what may stand there: `n` a whole number, `decimal` any, `size` one of bytes, `ton` an amount with its unit, `time` a time of
 * ISO 8601, `host` something without spaces, `port` digits as they are, `words` other words of the node, `text` what may be
 * such; anything else is left as it is.
 */
export type Sentences = Readonly<Record<string, string>>;

/** How a language writes the values that are more than words. */
export interface ValueWords {
  n(n: number): string;
  decimal(amount: string): string;
  size(bytes: number): string;
  ton(amount: string): string;
  time(at: string): string;
}

/** Longer texts are none that a node makes of its sentences. */
const mostCharacters = 2000;
const mostSentences = 12;

const placeholder = /\{\{(\w+)\}\}/g;
const betweenSentences = /(?<=[.!?…”]) (?=\S)/;

/** Puts what a node says into another language: undefined where any part of a text is none of `sentences`. */
export function translator(sentences: Sentences, values: ValueWords): (text: string) => string | undefined {
  const inserting = Object.entries(sentences)
    .filter(([english]) => english.includes('{{'))
    .map(([english, theirs]) => ({ template: sentenceTemplate(english), theirs }));

  /** Of the text at hand: sentences within sentences can be read in so many ways that nobody would wait for all of them. */
  const tried = new Map<string, string | undefined>();

  const one = (text: string): string | undefined => {
    if (Object.hasOwn(sentences, text)) return sentences[text];
    if (!tried.has(text)) tried.set(text, withValues(text));
    return tried.get(text);
  };

  const withValues = (text: string): string | undefined => {
    for (const { template, theirs } of inserting) {
      const found = template.read(text);
      if (!found) continue;
      const inserted = new Map(template.names.map((name, at) => [name, written(name, found[at] ?? '')]));
      if ([...inserted.values()].includes(undefined)) continue;
      return theirs.replace(placeholder, (_all, name: string) => inserted.get(name) ?? '');
    }
    return undefined;
  };

  /** One sentence after the other, as many at a time as are known together. */
  const several = (text: string): string | undefined => {
    const parts = text.split(betweenSentences, mostSentences + 1);
    if (parts.length > mostSentences) return undefined;
    for (let n = parts.length; n > 0; n -= 1) {
      const known = one(parts.slice(0, n).join(' '));
      if (known === undefined) continue;
      if (n === parts.length) return known;
      const rest = several(parts.slice(n).join(' '));
      return rest === undefined ? undefined : `${known} ${rest}`;
    }
    return undefined;
  };

  const written = (name: string, value: string): string | undefined => {
    switch (kindOf(name)) {
      case 'n':
        return values.n(Number(value));
      case 'decimal':
        return values.decimal(value);
      case 'size':
        return values.size(Number(value));
      case 'ton':
        return values.ton(value);
      case 'time':
        return Number.isNaN(Date.parse(value)) ? undefined : values.time(value);
      case 'words':
        return several(value);
      case 'text':
        return several(value) ?? value;
      default:
        return value;
    }
  };

  return (text) => {
    tried.clear();
    return text.length > mostCharacters ? undefined : several(text.trim());
  };
}
