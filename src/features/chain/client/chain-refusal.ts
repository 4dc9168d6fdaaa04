import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** Maximum length of the quoted service message, in bytes. */
const maxReasonBytes = 300;

/**
 * A refusal by the chain service: a contract rejected a message or the requested data does not exist. Retrying is
 * useless.
 */
export class ChainRefusal extends NodeError {
  /** The HTTP status. */
  readonly status: number;

  /** @param reason message of the service; it is cut and made printable */
  constructor(status: number, reason: string) {
    const printableReason = reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxReasonBytes);
    super('chain_unavailable', message('chain.refused', { text: printableReason }));
    this.status = status;
  }
}
