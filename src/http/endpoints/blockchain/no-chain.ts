import { NodeError } from '../../../core/node-error.ts';

/** This version of the node talks to no chain (chain, section 1). */
export const noChain = (): NodeError =>
  new NodeError(
    'chain_unavailable',
    'This node is not connected to a chain, so nothing can be registered or bought here.',
  );
