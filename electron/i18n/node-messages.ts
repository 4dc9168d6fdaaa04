import russian from '../../renderer/locales/ru/node.json' with { type: 'json' };
import type { Message } from '../../src/contract/messages/message.ts';
import { plainFormats } from '../../src/contract/messages/plain-formats.ts';
import { messageTranslator } from '../../src/contract/messages/translate.ts';
import { translator } from '../../src/contract/sentences.ts';
import { currentLanguage, shellTexts } from './translate.ts';

const unchanged = (value: number | string): string => String(value);
const toRussian = translator(russian, {
  ...{ n: unchanged, decimal: unchanged, ton: unchanged, time: unchanged },
  size: (bytes) =>
    new Intl.NumberFormat('ru', { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes),
});

/** Translates a message of the node, which is English, where the shell's language has a translation. */
export function translateNodeMessage(english: string): string {
  return (currentLanguage() === 'ru' ? toRussian(english) : undefined) ?? english;
}

/** Returns the text of a message of the node in the language of the shell. */
export const messageText: (message: Message) => string = messageTranslator(shellTexts, {
  ...plainFormats('en'),
  bytes: (size) => formats().bytes(size),
  duration: (ms) => formats().duration(ms),
});

const formats = () => plainFormats(currentLanguage() === 'ru' ? 'ru' : 'en');
