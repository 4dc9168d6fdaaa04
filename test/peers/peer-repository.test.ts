import { onTestFinished } from 'vitest';
import { PeerHistoryRepository } from '../../src/features/peers/repository/peer-history-repository.ts';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { describePeerHistoryStore } from './describe-peer-history-store.ts';
import { describePeerStore } from './describe-peer-store.ts';
import { temporaryRepositories } from './support/test-peers.ts';

const emptyDatabase = () => {
  const { db, close } = temporaryRepositories();
  onTestFinished(close);
  return db;
};

describePeerStore('PeerRepository', () => new PeerRepository(emptyDatabase()), 50);
describePeerHistoryStore('PeerHistoryRepository', async () => {
  const db = emptyDatabase();
  return { history: new PeerHistoryRepository(db), peers: new PeerRepository(db) };
});
