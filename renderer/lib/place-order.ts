import type { Order, OrderRequest } from '../../src/contract/local-chain.ts';
import type { NodeClient } from './node-client.ts';
import { CallError, toCallError } from './problem.ts';

/**
 * Asks something of the chain. What is sold is encrypted first: the node then answers that it is not done yet, and is
 * asked again until it is. Each time it waits some seconds itself.
 * @throws CallError also where the encryption has failed or was stopped
 */
export async function placeOnceSealed(node: NodeClient, request: OrderRequest): Promise<Order> {
  for (;;) {
    try {
      return await node.placeOrder(request);
    } catch (error) {
      if (request.kind !== 'register' || toCallError(error).code !== 'encrypting') throw error;
      const { sealing } = await node.content(request.content_id);
      if (sealing === null) throw error;
      if (sealing.state === 'failed') {
        throw new CallError({ title: 'It could not be encrypted', detail: sealing.message ?? '' });
      }
    }
  }
}
