import { expect, it, onTestFinished } from 'vitest';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import { temporaryRepositories } from './support/test-peers.ts';

it('does not begin to follow other replicas when it is closed while it opens', async () => {
  const { db, close } = temporaryRepositories();
  onTestFinished(close);
  const store = new PeerRepository(db);
  let followers = 0;
  store.follow = () => {
    followers += 1;
    return async () => {
      followers -= 1;
    };
  };
  const peers = new StoredPeers(store);
  const opened = peers.open(() => {});
  await peers.close();
  await opened;
  expect(followers).toBe(0);
});
