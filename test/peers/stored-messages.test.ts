import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { withoutMessages } from '../support/node/earlier-schema.ts';

it('shows messages about a peer from an earlier version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-peers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'alcove.db');
  const earlier = openDatabase(path);
  earlier.exec(
    `INSERT INTO peers (host, source, added_at, failures, failure_code, failure_message, failure_remedy, failure_at)
     VALUES ('https://a.example', 'named', 0, 1, 'timeout', 'It “did” not answer.', 'Wait.', 0),
       ('https://b.example', 'named', 0, 0, NULL, NULL, NULL, NULL)`,
  );
  earlier.exec(`${withoutMessages} PRAGMA user_version = 19`);
  earlier.close();

  const db = openDatabase(path);
  onTestFinished(() => void db.close());
  const peers = new StoredPeers(new PeerRepository(db));
  await peers.open(() => {});
  expect(peers.get('https://a.example')).toMatchObject({
    failureMessage: { reason: 'general.text', params: { text: 'It “did” not answer.' } },
    failureRemedy: { reason: 'general.text', params: { text: 'Wait.' } },
    warning: null,
  });
  expect(peers.get('https://b.example')).toMatchObject({ failureMessage: null, failureRemedy: null });
});
