import { type LedWork, untilAborted } from '../../core/concurrency/leader.ts';
import type { EmbeddedChainAccess, StoreIndexer } from '../../features/chain/index.ts';
import type { createOrders } from '../../features/orders/index.ts';
import type { JobCommands } from '../../platform/sqlite/job-commands.ts';
import type { ChainDependencies } from './chain-dependencies.ts';
import type { ChainEventForwarder } from './chain-event-forwarder.ts';

interface RunServices {
  embedded: EmbeddedChainAccess | undefined;
  client: { close(): void };
  indexer: StoreIndexer;
  orders: ReturnType<typeof createOrders>;
  forwarder: ChainEventForwarder;
  job: JobCommands;
  /** Whether the platform belongs to this node. */
  isOwn: boolean;
}

/** Time without the chain after which another replica may follow it. */
const leadFailureMs = 60_000;

/** Creates the start and stop steps of a followed chain. */
export function createRun(
  { leader, onState, onTakenOver }: Pick<ChainDependencies, 'leader' | 'onState' | 'onTakenOver'>,
  { embedded, client, indexer, orders, forwarder, job, isOwn }: RunServices,
) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let endLeading = async () => {};
  const onBlock = () => {
    indexer.poke();
    orders.wake();
  };
  const unfollow = [embedded?.onBlock(onBlock), embedded?.onState(onBlock)];
  const work: LedWork = async (signal, lease) => {
    job.begin(lease);
    onBlock();
    // What the former leader has begun.
    onState();
    if (lease) onTakenOver(orders.lastRegistered());
    await untilAborted(signal);
    // What still runs writes nothing any more.
    job.end();
  };
  return {
    start: () => {
      endLeading = leader.run(job.name, work, () => !indexer.hasFailedFor(leadFailureMs));
      indexer.start();
      orders.wake();
      forwarder.start();
    },
    /** Resolves when a node that is alone on its chain has deployed its platform, or when the run has ended. */
    ready: async () => {
      if (embedded && isOwn) await Promise.race([orders.platform.deployed, ended]);
    },
    stop: async () => {
      end();
      forwarder.stop();
      for (const stopFollowing of unfollow) stopFollowing?.();
      // Does not wait for a chain that does not respond; pending work is stored.
      client.close();
      try {
        await indexer.stop();
      } finally {
        await orders.stop();
        await endLeading();
        await embedded?.close();
      }
    },
  };
}
