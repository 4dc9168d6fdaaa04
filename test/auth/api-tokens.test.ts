import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ApiTokenRepository } from '../../src/features/auth/repository/api-token-repository.ts';
import { ApiTokens } from '../../src/features/auth/tokens/api-tokens.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';

test('refuses a token from its revocation on, also one that was just used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = openDatabase(join(folder, 'alcove.db'));
  onTestFinished(() => void db.close());
  let now = 1_000_000;
  const tokens = new ApiTokens(new ApiTokenRepository(db), () => now);
  const { id, token } = await tokens.create('bot', ['storage:write']);
  const other = await tokens.create('other', ['storage:write']);
  for (const passes of [0, 90_000]) {
    now += passes;
    expect(tokens.authenticate(token)?.name).toBe('bot');
    expect((await tokens.list()).find((one) => one.id === id)?.lastUsedAt).toBe(now);
  }
  expect((await tokens.revoke(id))?.name).toBe('bot');
  expect(tokens.authenticate(token)).toBeUndefined();
  expect(tokens.authenticate(other.token)?.name).toBe('other');
});
