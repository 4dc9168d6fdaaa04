import { join } from 'node:path';
import { createLogger } from '../../../src/core/log/logger.ts';
import { zerostates } from '../../../src/features/chain/client/chain-identity.ts';
import { openEmbeddedChain } from '../../../src/features/chain/embedded/open-embedded-chain.ts';
import { temporaryFolder } from '../node/start-test-node.ts';
import { toncenterProxy } from './toncenter-proxy.ts';

/**
 * Starts an embedded chain whose services return the first state of TON's test network, so that nodes accept it as the
 * test network.
 */
export async function startTestnet() {
  const file = join(temporaryFolder(), 'blocks');
  const chain = await openEmbeddedChain({ file, logger: createLogger('silent') });
  const { url } = await chain.serve(0);
  /** Starts another service of the same network. */
  const startService = async () => {
    const proxy = await toncenterProxy(url);
    proxy.change = (method, result) => {
      if (method !== 'getMasterchainInfo') return result;
      const info = result as { init: object };
      return { ...info, init: { ...info.init, ...zerostates.testnet } };
    };
    return proxy;
  };
  const service = await startService();
  return {
    service,
    startService,
    endpoint: service.url,
    /** The URL of the same chain with its own first state. */
    otherNetwork: url,
    faucet: chain.faucet,
    stop: async () => {
      await service.stop();
      await chain.close();
    },
  };
}

export type Testnet = Awaited<ReturnType<typeof startTestnet>>;
