import i18next from 'i18next';
import { type Sentences, translator } from '../../../src/contract/sentences.ts';
import { formatBytes, formatCount, formatDateTime, formatDigits } from '../format/format.ts';

interface Said {
  text: string;
  /** Set where the message has no translation into the current language. */
  lang: 'en' | undefined;
}

const translators = new WeakMap<Sentences, ReturnType<typeof translator>>();

/**
 * Translates a message of the node (details of problems, messages, notices) into the current language. The node sends
 * English; unknown messages, such as those of a newer node, stay English.
 */
export function translateNodeMessage(english: string): Said {
  const sentences: unknown = i18next.getResource(i18next.language, 'translation', 'node');
  if (!isSentences(sentences)) return { text: english, lang: undefined };
  const translate = translators.get(sentences) ?? translator(sentences, values);
  translators.set(sentences, translate);
  const text = translate(english);
  return text === undefined ? { text: english, lang: 'en' } : { text, lang: undefined };
}

const values = {
  n: formatCount,
  decimal: formatDigits,
  size: formatBytes,
  ton: (amount: string) =>
    amount.replace(/^(\S+) /, (_all, digits: string) => `${formatDigits(digits)}\u00a0`),
  time: formatDateTime,
};

/** Returns whether there are translations; English has none. */
function isSentences(given: unknown): given is Sentences {
  return typeof given === 'object' && given !== null;
}
