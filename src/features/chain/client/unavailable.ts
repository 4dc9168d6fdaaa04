import type { Message } from '../../../contract/messages/message.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** The chain service in messages: the host of the endpoint, which never contains the key. */
export type ServiceName = 'embedded' | { host: string };

/** Returns the error for a chain that does not answer usefully. */
export function unavailable(service: ServiceName, why: Message): NodeError {
  const text =
    service === 'embedded'
      ? message('chain.embeddedUnavailable', { why })
      : message('chain.unavailable', { service: service.host, why });
  return new NodeError('chain_unavailable', text);
}
