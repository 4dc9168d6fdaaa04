import i18next from 'i18next';
import type { Message } from '../../../src/contract/messages/message.ts';
import { isUntranslated, knownMessage, messageTranslator } from '../../../src/contract/messages/translate.ts';
import { formatBytes, formatCount, formatDateTime, formatDuration } from '../format/format.ts';
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

/** Returns the message of a problem or of an invalid field if this version has its text. */
export const messageOf = (given: { reason?: unknown; params?: unknown }): Message | undefined =>
  knownMessage(i18next, given);

/**
 * Returns the language of a message's text if it may differ from the dashboard's, because the node stores English
 * texts.
 */
export const messageLanguage = (message: Message): 'en' | undefined =>
  isUntranslated(message) ? 'en' : undefined;
