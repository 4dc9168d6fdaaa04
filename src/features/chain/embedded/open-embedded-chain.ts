import { join } from 'node:path';
import type { Logger } from '../../../core/log/logger.ts';
import { NodeError } from '../../../core/node-error.ts';
import { requireTonAddress } from '../../../core/ton/ton-address.ts';
import type { ChainTransport } from '../chain-transport.ts';
import { checkFaucetAmount } from './faucet-limit.ts';
import { jsonRpcPath } from './listener.ts';
import { SupervisedThread } from './supervised-thread.ts';

/** An embedded chain in its own thread. */
export interface EmbeddedChainAccess {
  /** Transport for `createChainClient`, directly into the thread without a socket. */
  transport: ChainTransport;
  /**
   * Creates test money.
   * @param address in any form
   * @param nanoTon up to a million GRAM
   * @throws NodeError `invalid_request`, `insufficient_storage`, `chain_unavailable`
   */
  faucet(address: string, nanoTon: bigint): Promise<void>;
  /**
   * Calls the listener with the number of every new block, for some blocks twice.
   * @returns a function that removes the listener
   */
  onBlock(listener: (seqno: number) => void): () => void;
  /**
   * Calls the listener when the chain has ended unexpectedly, and when it runs again; in between requests fail with
   * `chain_unavailable`.
   * @returns a function that removes the listener
   */
  onState(listener: () => void): () => void;
  /**
   * Serves the chain to other programs on this computer at a loopback port.
   * @param port 0 picks a free one
   * @throws NodeError `invalid_request` when the port is taken
   */
  serve(port: number): Promise<{ url: string; stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** Returns the path of the embedded chain in a data folder. */
export const embeddedChainFile = (dataDir: string): string => join(dataDir, 'embedded-chain', 'blocks');

/**
 * Opens the embedded chain, or creates a new one.
 * @param file see `embeddedChainFile`; only one process may have it open
 * @param signal aborts reading the journal, which takes long for a long chain
 * @throws NodeError `chain_unavailable` with a remedy when the journal cannot be read; the signal's reason
 */
export async function openEmbeddedChain({
  file,
  logger,
  signal,
}: {
  file: string;
  logger: Logger;
  signal?: AbortSignal;
}): Promise<EmbeddedChainAccess> {
  const blockListeners = listeners<[seqno: number]>();
  const stateListeners = listeners();
  const ports = new Set<number>();
  const thread = new SupervisedThread(
    { file },
    {
      onBlock: blockListeners.notify,
      onError: (message) => logger.error({ error: message }, 'error in the embedded chain'),
      onLost: () => {
        logger.error('the embedded chain ended unexpectedly; restarting it');
        stateListeners.notify();
      },
      onBack: (opened) => {
        logger.info({ blocks: opened.blocks }, 'the embedded chain runs again');
        for (const port of ports) {
          thread.run({ type: 'serve', port }).catch((error: unknown) => {
            logger.error({ err: error, port }, 'the embedded chain could not listen on its port again');
          });
        }
        stateListeners.notify();
        // The last block may have become durable without being reported.
        blockListeners.notify(opened.blocks);
      },
    },
  );
  await thread.open(signal);
  return {
    transport: (body) => thread.run({ type: 'rpc', body }),
    faucet: async (address, nanoTon) => {
      const to = requireTonAddress(address, 'address');
      checkFaucetAmount(nanoTon);
      await thread.run({ type: 'faucet', to, nanoTon }).catch(throwNodeError);
    },
    onBlock: blockListeners.add,
    onState: stateListeners.add,
    serve: (wanted) => serve(thread, ports, wanted),
    close: () => thread.close(),
  };
}

/** Serves the chain at a port and adds it to `ports`, which a restarted thread serves again. */
async function serve(thread: SupervisedThread, ports: Set<number>, wanted: number) {
  const port = await thread.run({ type: 'serve', port: wanted }).catch(throwNodeError);
  ports.add(port);
  return {
    url: `http://127.0.0.1:${port}${jsonRpcPath}`,
    stop: async () => {
      ports.delete(port);
      // A thread that has ended no longer serves anything.
      await thread.run({ type: 'stop-serving', port }).catch(() => {});
    },
  };
}

function listeners<T extends unknown[] = []>() {
  const all = new Set<(...values: T) => void>();
  return {
    notify: (...values: T) => {
      for (const listener of all) listener(...values);
    },
    add: (listener: (...values: T) => void) => {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
  };
}

function throwNodeError(error: Error & { code?: string }): never {
  switch (error.code) {
    case 'EADDRINUSE':
      throw new NodeError('invalid_request', 'chain.portTaken');
    case 'EACCES':
      throw new NodeError('invalid_request', 'chain.portNotAllowed');
    case 'SQLITE_FULL':
      throw new NodeError('insufficient_storage', 'storage.diskFull');
    default:
      throw error;
  }
}
