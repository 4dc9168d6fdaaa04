import { type ConstantMessageId, type Message, message } from '../../contract/messages/message.ts';
import { isMessageId, messageText } from './message-text.ts';

export { message };

/** Returns the message of an id; a message is returned unchanged. */
export const toMessage = (of: ConstantMessageId | Message): Message =>
  typeof of === 'string' ? { reason: of, params: {} } : of;

/** Returns a message of a text that is in no catalogue, such as one of another node. */
export const foreignText = (text: string): Message => message('general.text', { text });

/** Returns the message of a problem that zod found: schemas give ids, zod itself gives English texts. */
export const messageOfIssue = (text: string): Message =>
  isMessageId(text) ? { reason: text, params: {} } : foreignText(text);

/** An error whose text is for people; `message` is the English text. */
export class MessageError extends Error {
  readonly text: Message;

  constructor(text: ConstantMessageId | Message, options?: ErrorOptions) {
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
    : foreignText(error instanceof Error ? error.message : String(error));
