import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SettingsService, SharedSettings, tryOutShared } from '../../src/features/settings/index.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

it('leave out values that this version cannot read, and let only the owner sign in then', async () => {
  const db = openTestDatabase(join(await temporaryFolder(), 'alcove.db'));
  const shared = new SharedSettings(db, new GroupCommit(db), Buffer.alloc(32, 1));
  await shared.write({
    sign_in: { telegram_bot_token: '42:secret', who: 'list' },
    operator: { name: 'Ada' },
  });
  db.exec("UPDATE node_settings SET value = 'a2V5' WHERE name <> 'operator.name'");
  expect(shared.read()).toEqual({ operator: { name: 'Ada' }, sign_in: { who: 'owner' } });
  db.close();
});

it('leave out settings that only another version has', async () => {
  const db = openTestDatabase(join(await temporaryFolder(), 'alcove.db'));
  const shared = new SharedSettings(db, new GroupCommit(db), Buffer.alloc(32, 1));
  const stored = { operator: { name: 'Ada', motto: 'later' }, other: { name: 'later' } };
  await shared.add(stored);
  expect(shared.read()).toEqual({ operator: { name: 'Ada' } });
  expect(db.prepare('SELECT count(*) FROM node_settings').pluck().get()).toBe(1);
  db.close();
});

it('are refused where they do not fit what another replica changes at the same time', async () => {
  const db = openTestDatabase(join(await temporaryFolder(), 'alcove.db'));
  const shared = new SharedSettings(db, new GroupCommit(db), Buffer.alloc(32, 1));
  await shared.add({ chain: { endpoint: 'http://127.0.0.1:9' } });
  const replica = async () => {
    const service = new SettingsService({
      given: { file: {}, environment: {}, commandLine: {} },
      settingsStore: { read: () => ({}), write: () => {} },
      tryOutShared,
    });
    await service.join(shared);
    return service;
  };
  const [one, other] = [await replica(), await replica()];
  const edits = [
    one.edit({ chain: { network: 'embedded' }, reset: [] }),
    other.edit({ reset: ['chain.endpoint'] }),
  ];
  expect(await Promise.allSettled(edits)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'invalid_request', text: { reason: 'settings.unchanged' } } },
  ]);
  expect(shared.read()).toEqual({ chain: { network: 'embedded', endpoint: 'http://127.0.0.1:9' } });
  await other.edit({ chain: { network: 'off' }, reset: ['chain.endpoint'] });
  expect(shared.read()).toEqual({ chain: { network: 'off' } });
  db.close();
});
