import i18next from 'i18next';
import { type Sentences, translator } from '../../../src/contract/sentences.ts';
import { formatBytes, formatCount, formatDateTime, formatDigits } from '../format/format.ts';

interface Said {
  text: string;
  /** Where it stayed English though another language is shown. */
  lang: 'en' | undefined;
}

const translators = new WeakMap<Sentences, ReturnType<typeof translator>>();

/**
 * What the node says about this case (details of problems, messages, notices) in the language that is shown. It speaks
 * English; whatever the languages do not know, such as words of a newer node, stays as it came.
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

/** English has none: it is what the node says. */
function isSentences(given: unknown): given is Sentences {
  return typeof given === 'object' && given !== null;
}
