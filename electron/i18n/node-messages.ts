import type { Message } from '../../src/contract/messages/message.ts';
import { plainFormats } from '../../src/contract/messages/plain-formats.ts';
import { knownMessage, messageTranslator } from '../../src/contract/messages/translate.ts';
import type { ProblemDocument } from '../../src/contract/problems.ts';
import { currentLanguage, shellTexts } from './translate.ts';

export const messageText: (message: Message) => string = messageTranslator(shellTexts, {
  ...plainFormats('en'),
  bytes: (size) => formats().bytes(size),
  duration: (ms) => formats().duration(ms),
  ton: (nanoTon) => formats().ton(nanoTon),
});

/** Returns the text of a problem in the language of the shell, or in English if there is no translation. */
export function problemText(problem: ProblemDocument): string {
  const message = knownMessage(shellTexts, problem);
  return message ? messageText(message) : problem.detail;
}

const formats = () => plainFormats(currentLanguage() === 'ru' ? 'ru' : 'en');
