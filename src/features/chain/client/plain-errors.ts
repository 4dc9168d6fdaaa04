import type { TonClient } from '@ton/ton';
import { NodeError } from '../../../core/node-error.ts';

/** What TonClient says of a get-method that failed: the contract's own word. */
const ofContract = 'Unable to execute get method';

/**
 * The same client, except that an answer which it cannot read is `chain_unavailable` and no riddle.
 * Contracts opened with it behave likewise.
 * @param service whom to name
 */
export function withPlainErrors(client: TonClient, service: string): TonClient {
  const asPlainError = (error: unknown): never => {
    if (error instanceof NodeError) throw error;
    if (error instanceof Error && error.message.startsWith(ofContract)) throw error;
    throw new NodeError(
      'chain_unavailable',
      `The chain could not be asked at ${service}: its answer makes no sense.`,
    );
  };
  const plain: TonClient = new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]) => {
        // As the receiver, so that what the client calls of itself is plain too.
        const result: unknown = value.apply(plain, parameters);
        return result instanceof Promise ? result.catch(asPlainError) : result;
      };
    },
  });
  return plain;
}
