import { join } from 'node:path';
import type { Logger } from '../../core/log/logger.ts';
import { createChainClient, type Zerostate } from '../chain/index.ts';
import { askFaucet, readWallet } from '../chain/runtime.ts';
import { retryUntilDone } from './retry-until-done.ts';
import { PracticeWallet } from './wallet/practice-wallet.ts';
import type { WalletAccount } from './wallet/wallet-account.ts';
import { WalletBridge } from './wallet/wallet-bridge.ts';
import { WalletFile } from './wallet/wallet-file.ts';
import { WalletListener } from './wallet-page/wallet-listener.ts';

const GRAM = 1_000_000_000n;
/** Sufficient for many sales and purchases; the faucet gives more. */
const firstMoney = 100n * GRAM;

type ChainClient = Awaited<ReturnType<typeof createChainClient>>;

export interface PracticeParty {
  /** The data folder of the practice node. */
  dataDir: string;
  /** The chain of the practice network. */
  chain: { endpoint: string; zerostate: Zerostate };
  logger: Logger;
}

/** Returns the file of a wallet of the practice network. */
export const practiceWalletFile = (dataDir: string, name: string): string =>
  join(dataDir, 'practice-wallets', `${name}.json`);

/** Starts the wallet app of the user, with its bridge and its page. */
export async function startPracticeWallet({ dataDir, chain, logger }: PracticeParty) {
  const file = new WalletFile(practiceWalletFile(dataDir, 'user'));
  const client = await createChainClient({
    network: 'embedded',
    endpoints: [chain.endpoint],
    zerostate: chain.zerostate,
  });
  const stopping = new AbortController();
  const bridge = new WalletBridge({ onMessage: (message) => wallet.receive(message) });
  const wallet = new PracticeWallet({ file, chain: client.ton, bridge, logger, signal: stopping.signal });
  const listener = new WalletListener(file.value.port, wallet, bridge);
  await listener.start();
  // Kept for the next start, because connected nodes know the bridge by its address.
  file.change({ port: listener.port });
  const starting = retryUntilDone(
    async () => {
      // First, because a transfer that was signed for a former chain is not to be sent on a new one.
      await fund(file, wallet.account, { client, endpoint: chain.endpoint, amount: firstMoney });
      await wallet.start();
    },
    {
      signal: stopping.signal,
      report: (error) => logger.warn({ err: error }, 'the practice wallet could not start'),
    },
  );
  return {
    bridgeUrl: listener.bridgeUrl,
    pageUrl: listener.pageUrl,
    stop: async () => {
      stopping.abort();
      await Promise.all([starting, listener.stop()]);
      client.close();
    },
  };
}

/** Gives a wallet that the chain does not know its first test money, also after the chain began anew. */
export async function fund(
  file: WalletFile,
  { address, raw }: WalletAccount,
  { client, endpoint, amount }: { client: ChainClient; endpoint: string; amount: bigint },
): Promise<void> {
  const { balance, isDeployed } = await readWallet(client.ton, address);
  if (balance > 0n || isDeployed) return;
  file.change({ transfer: undefined, done: [] });
  await askFaucet(endpoint, raw, amount);
}
