import type { TonClient } from '@ton/ton';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type ServiceName, unavailable } from './unavailable.ts';

/** Error message of TonClient for a failed get-method. */
const ofContract = 'Unable to execute get method';

/**
 * Wraps the client so that unreadable responses become `chain_unavailable`. Contracts opened with it behave likewise.
 */
export function withNodeErrors(client: TonClient, asked: { readonly service: ServiceName }): TonClient {
  const asNodeError = (error: unknown): never => {
    if (error instanceof NodeError) throw error;
    if (error instanceof Error && error.message.startsWith(ofContract)) throw error;
    throw unavailable(asked.service, message('chain.answerInvalid'));
  };
  const wrapped: TonClient = new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]) => {
        // The wrapper is the receiver, so that the client's calls of its own methods are wrapped too.
        const result: unknown = value.apply(wrapped, parameters);
        return result instanceof Promise ? result.catch(asNodeError) : result;
      };
    },
  });
  return wrapped;
}
