import type { Message } from '../../src/contract/messages/message.ts';
import { messageText } from '../i18n/node-messages.ts';

/**
 * An error of the shell that prevents the start. Its text is made when it is shown, because the language may be unknown
 * before.
 */
export class StartError extends Error {
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(messageText(text), options);
    this.name = 'StartError';
    this.text = text;
  }
}
