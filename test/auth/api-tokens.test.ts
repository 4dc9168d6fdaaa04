import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ApiTokenRepository } from '../../src/features/auth/repository/api-token-repository.ts';
import { ApiTokens } from '../../src/features/auth/tokens/api-tokens.ts';
import type { TokenStore } from '../../src/features/auth/tokens/token-store.ts';
import { authorize } from '../../src/platform/http/guards/authorization.ts';
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
    expect((await tokens.authenticate(token))?.name).toBe('bot');
    expect((await tokens.list()).find((one) => one.id === id)?.lastUsedAt).toBe(now);
  }
  expect((await tokens.revoke(id))?.name).toBe('bot');
  expect(await tokens.authenticate(token)).toBeUndefined();
  expect((await tokens.authenticate(other.token))?.name).toBe('other');
});

test('waits for a token store that answers later', async () => {
  const tokenRow = {
    id: 'a',
    tokenSha256: Buffer.alloc(32),
    name: 'bot',
    scopes: ['content:read' as const],
    createdAt: 0,
    lastUsedAt: null,
  };
  const store: TokenStore = {
    add: async () => {},
    list: async () => [tokenRow],
    revoke: async () => tokenRow,
    use: async () => tokenRow,
  };
  const tokens = new ApiTokens(store);
  const required = { scope: 'content:read' } as const;
  const authenticate = (token: string) => tokens.authenticate(token);
  expect(await authorize(authenticate, 'Bearer x', required)).toMatchObject({
    principal: 'token:a',
    name: 'bot',
  });
  await expect(
    authorize(authenticate, 'Bearer x', { scope: 'storage:write' }) as Promise<unknown>,
  ).rejects.toMatchObject({ code: 'insufficient_scope' });
});
