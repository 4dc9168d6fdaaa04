import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import { isMessageId, messageText } from './message-text.ts';

export { message } from '../../contract/messages/message.ts';

/** Returns the message of an id; a message is returned unchanged. */
export function toMessage(of: ConstantMessageId | Message | string): Message {
  if (typeof of !== 'string') return of;
  return isMessageId(of) ? { reason: of, params: {} } : { reason: 'general.text', params: { text: of } };
}

/** An error whose text is for people; `message` is the English text. */
export class MessageError extends Error {
  readonly text: Message;

  constructor(text: ConstantMessageId | Message | string, options?: ErrorOptions) {
    const asMessage = toMessage(text);
    super(messageText(asMessage), options);
    this.name = new.target.name;
    this.text = asMessage;
  }
}

/** Returns the text of any error. */
export const messageOfError = (error: unknown): Message =>
  error instanceof MessageError
    ? error.text
    : toMessage(error instanceof Error ? error.message : String(error));
