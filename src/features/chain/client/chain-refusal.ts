import { NodeError } from '../../../core/node-error.ts';

/** Bytes of the service's words that are repeated. */
const maxWords = 300;

/**
 * The chain's service answered, and its answer is no: a contract did not take a message, or what was asked for is not
 * there. Asking again changes nothing.
 */
export class ChainRefusal extends NodeError {
  /** The HTTP status. */
  readonly status: number;

  /** @param words of the service; they are cut and made printable */
  constructor(status: number, words: string) {
    const said = words.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxWords);
    super('chain_unavailable', `The chain refused: ${said}`);
    this.status = status;
  }
}
