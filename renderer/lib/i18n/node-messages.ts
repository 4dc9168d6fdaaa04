import i18next from 'i18next';
import type { Message } from '../../../src/contract/messages/message.ts';
import { isForeign, knownMessage, messageTranslator } from '../../../src/contract/messages/translate.ts';
import { type Sentences, translator } from '../../../src/contract/sentences.ts';
import { formatBytes, formatCount, formatDateTime, formatDigits, formatDuration } from '../format/format.ts';
import { amountText } from '../format/ton.ts';
import './language.ts';

/** Returns the text of a message of the node in the current language. */
export const messageText = messageTranslator(i18next, {
  number: formatCount,
  bytes: formatBytes,
  duration: (ms) => formatDuration(ms / 1000),
  ton: amountText,
  time: formatDateTime,
});

/** Returns the message of a problem or an invalid place if this version has its text. */
export const messageOf = (given: { reason?: unknown; params?: unknown }): Message | undefined =>
  knownMessage(i18next, given);

/** Returns the language of a message's text where it may not be the dashboard's: the node stores English texts. */
export const messageLanguage = (message: Message): 'en' | undefined =>
  isForeign(message) ? 'en' : undefined;

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
