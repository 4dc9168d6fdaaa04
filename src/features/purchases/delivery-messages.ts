import type { Message } from '../../contract/messages/message.ts';
import { type MessageError, message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';

/** Returns the reason and the remedy of a failed delivery. */
export const deliveryMessage = (error: MessageError): Message =>
  error instanceof NodeError && error.code === 'blocked' ? message('licensing.deliveryBlocked') : error.text;

export const pausedMessage = message('licensing.deliveryPaused');
