import { join } from 'node:path';
import { toPracticeApp } from '../../features/auth/index.ts';
import { type PracticeLauncher, PracticeNetwork } from '../../features/practice/index.ts';
import type { ChainFollower } from '../chain/chain-follower.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Auth } from './auth.ts';
import type { NodeBase } from './base.ts';
import type { Peers } from './peers.ts';
import type { SharingServices } from './sharing.ts';

interface PracticeModules {
  base: NodeBase;
  auth: Auth;
  network: Peers;
  sharing: SharingServices;
  follower: ChainFollower;
}

/** Creates the practice network, which runs a public node in a separate process. */
export function createPractice(
  life: Lifecycle,
  { base, auth, network, sharing, follower }: PracticeModules,
  launch: PracticeLauncher,
): PracticeNetwork {
  const { settings, settingsStore, events } = base;
  const practice = new PracticeNetwork({
    launch,
    dataDir: join(base.dataDir, 'practice'),
    people: settings.network.practice_people,
    settingsStore,
    onChain: (shared) => {
      if (settings.chain.network !== 'off') return;
      void follower.practise(shared);
      const wallet = shared?.wallet && toPracticeApp(shared.wallet);
      // Connections to a wallet app that could not start are kept for its next start.
      if (wallet || !shared) auth.tonConnect.setPracticeApp(wallet);
    },
    onNode: async (node) => {
      await network.peers.setPractice(node?.url);
      await sharing.sharing.setPractice(node);
      events.emit('practice.changed');
    },
    logger: base.loggerOf('practice'),
  });
  life.use('practice network', {
    start: () => {
      if (settings.network.practice) practice.resume();
    },
    stop: () => practice.close(),
  });
  return practice;
}
