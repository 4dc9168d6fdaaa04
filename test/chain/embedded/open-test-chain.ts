import { createLogger } from '../../../src/core/log/logger.ts';
import { createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import {
  type EmbeddedChainAccess,
  openEmbeddedChain,
} from '../../../src/features/chain/embedded/open-embedded-chain.ts';

/** A real embedded chain in its thread, with a client. */
export async function openTestChain(file: string) {
  const chain: EmbeddedChainAccess = await openEmbeddedChain({ file, logger: createLogger('silent') });
  const client = await createChainClient({ network: 'embedded', embedded: chain.transport });
  return {
    ...chain,
    ton: client.ton,
    /** Sends a request as a program without TonClient would. */
    ask: async (method: string, params: object = {}) => {
      const { status, text } = await chain.transport(
        JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
        new AbortController().signal,
      );
      return { status, body: JSON.parse(text) };
    },
  };
}

export type TestChain = Awaited<ReturnType<typeof openTestChain>>;
