import type { Message } from '../../contract/messages/message.ts';

/** Returns the message of a column with JSON. */
export const storedMessage = (json: string | null): Message | null =>
  json === null ? null : (JSON.parse(json) as Message);

/** Returns a message as JSON for a column. */
export const messageJson = (message: Message | null): string | null =>
  message === null ? null : JSON.stringify(message);
