import { kindOf, sentenceTemplate } from './sentence-template.ts';

/**
 * Translations of the English sentences of a node. Values are written in both as `{{name}}`; the prefix of the name
 * gives the kind: `n` an integer, `decimal` any number, `size` a size in bytes, `ton` an amount with its unit, `time` a
 * time of ISO 8601, `host` text without spaces, `port` unchanged digits, `words` other sentences of the node, `text`
 * possibly such sentences; any other value is left unchanged.
 */
export type Sentences = Readonly<Record<string, string>>;

/** How a language formats values. */
export interface ValueWords {
  n(n: number): string;
  decimal(amount: string): string;
  size(bytes: number): string;
  ton(amount: string): string;
  time(at: string): string;
}

/** A longer text cannot consist of a node's sentences. */
const mostCharacters = 2000;
const mostSentences = 12;

const placeholder = /\{\{(\w+)\}\}/g;
const betweenSentences = /(?<=[.!?…”]) (?=\S)/;

/**
 * Creates a translator of a node's texts, which returns undefined if any part of a text matches none of `sentences`.
 */
export function translator(sentences: Sentences, values: ValueWords): (text: string) => string | undefined {
  const inserting = Object.entries(sentences)
    .filter(([english]) => english.includes('{{'))
    .map(([english, theirs]) => ({ template: sentenceTemplate(english), theirs }));

  /** Results for the current text, since nested sentences can be matched in very many ways. */
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

  /** Translates consecutive sentences, taking the longest known run first. */
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
