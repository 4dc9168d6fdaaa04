import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import { isUntranslated } from '../../contract/messages/translate.ts';
import type { InputError } from '../../contract/problems.ts';
import { toMessage } from './message.ts';
import { messageText } from './message-text.ts';

/** Returns what is wrong at a path of the input, as in `body.wallet_address`. */
export function inputErrorAt(path: string, text: ConstantMessageId | Message): InputError {
  const message = toMessage(text);
  return { path, message: messageText(message), ...(isUntranslated(message) ? {} : message) };
}
