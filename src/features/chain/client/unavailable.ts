import type { Message } from '../../../contract/messages/message.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** The chain service in messages: the host of the endpoint, which never contains the key. */
export type ServiceName = 'embedded' | { host: string };

const textOf = (service: ServiceName, why: Message): Message =>
  service === 'embedded'
    ? message('chain.embeddedUnavailable', { why })
    : message('chain.unavailable', { service: service.host, why });

/** Returns the error for a chain without a usable response. */
export const unavailable = (service: ServiceName, why: Message): NodeError =>
  new NodeError('chain_unavailable', textOf(service, why));

/** The response is longer, or has more parts, than this node reads. */
export class ResponseTooLong extends NodeError {
  constructor(service: ServiceName) {
    super('chain_unavailable', textOf(service, message('chain.answerTooLong')));
  }
}
