import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import type { InputError } from '../../contract/problems.ts';
import { toMessage } from './message.ts';
import { isMessageId, messageText } from './message-text.ts';

/**
 * Returns what is wrong at a place of the input.
 * @param path as in `body.wallet_address`
 */
export function inputErrorAt(path: string, text: ConstantMessageId | Message | string): InputError {
  // The texts of zod are in no catalogue.
  if (typeof text === 'string' && !isMessageId(text)) return { path, message: text };
  const message = toMessage(text);
  return { path, message: messageText(message), ...message };
}
