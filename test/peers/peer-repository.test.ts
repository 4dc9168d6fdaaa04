import { onTestFinished } from 'vitest';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { describePeerStore } from './describe-peer-store.ts';
import { temporaryRepositories } from './support/test-peers.ts';

describePeerStore(
  'PeerRepository',
  () => {
    const { db, close } = temporaryRepositories();
    onTestFinished(close);
    return new PeerRepository(db);
  },
  50,
);
