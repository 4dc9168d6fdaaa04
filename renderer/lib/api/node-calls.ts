import type { CallInput, CallOptions, CallOutput } from '@alcove/client';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';

/** How a group of calls reaches the node; what fails is a `CallError`, an abort stays one. */
export interface NodeCaller {
  /** Answers what the node answered. */
  ask<C extends EndpointContract>(
    contract: C,
    input: CallInput<C>,
    options?: CallOptions,
  ): Promise<CallOutput<C>>;
  /** For calls whose answer says no more than that they succeeded. */
  tell<C extends EndpointContract>(contract: C, input: CallInput<C>): Promise<void>;
}
