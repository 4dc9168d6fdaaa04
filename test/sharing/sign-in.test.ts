import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { message } from '../../src/core/messages/message.ts';
import { KeyNotDeposited } from '../../src/features/sharing/encrypted-shares.ts';
import { freePort } from '../support/node/free-port.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import type { TestNode } from '../support/node/start-test-node.ts';
import { type Sharer, startSharer } from './sharer.ts';

let sharer: Sharer;
let nodes: TestNode[] = [];

beforeEach(async () => {
  sharer = await startSharer();
});
afterEach(async () => {
  await sharer.stop();
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
});

async function peer(settings: SettingsInput = {}, port?: number): Promise<TestNode & { host: string }> {
  const node = await startPublicNode({ settings, ...(port ? { port } : {}) });
  nodes.push(node);
  await sharer.addPeer(node.host);
  return node;
}

describe('signing in by this node’s wallet', () => {
  it('works where anyone may, and again when the session has ended', async () => {
    const port = await freePort();
    const first = await peer({}, port);
    expect(await sharer.sharing.signIn(first.host)).toMatchObject({ signed_in: { way: 'wallet' } });
    // The node restarts without memory: it knows no sessions.
    await first.stop();
    nodes = [];
    const { host } = await peer({}, port);
    const sha256 = await sharer.addContent(Buffer.from('Hello again.'));
    await sharer.sharing.share(sha256, { host, listed: false });
    const { url } = await sharer.untilState(sha256, host, 'shared');
    expect((await fetch(url)).status).toBe(200);
  });

  it('is refused where only others may, with the wallet that the operator must allow', async () => {
    for (const who of ['owner', 'list'] as const) {
      const { host } = await peer({ sign_in: { who } });
      const refused = sharer.sharing.signIn(host);
      await expect(refused).rejects.toMatchObject({ code: 'peer_refused' });
      await expect(refused).rejects.toThrow(sharer.address);
      const [document] = sharer.sharing.hosts().filter((known) => known.host === host);
      expect(document).toMatchObject({ signed_in: null });
    }
  });

  it('works where its wallet is on the list', async () => {
    const { host } = await peer({ sign_in: { who: 'list', list: [sharer.address] } });
    expect(await sharer.sharing.signIn(host)).toMatchObject({ signed_in: { way: 'wallet' } });
  });

  it('that is no longer allowed stops waiting shares, reports it, and continues when it is allowed again', async () => {
    const port = await freePort();
    const first = await peer({}, port);
    const { host } = first;
    await sharer.sharing.signIn(host);
    await first.stop();
    nodes = [];
    const strict = await peer({ sign_in: { who: 'owner' } }, port);
    const sha256 = await sharer.addContent(Buffer.from('Hello?'));
    await sharer.sharing.share(sha256, { host, listed: false });
    const share = await sharer.until(() => {
      const found = sharer.shareOf(sha256, host);
      return found?.message ? found : undefined;
    });
    expect(share).toMatchObject({ state: 'waiting' });
    expect(share.message).toEqual(message('sharing.walletNotAllowed', { wallet: sharer.address }));
    expect(sharer.sharing.hosts()).toMatchObject([{ host, signed_in: null, message: share.message }]);
    await strict.stop();
    nodes = [];
    await peer({}, port);
    await sharer.sharing.signIn(host);
    await sharer.untilState(sha256, host, 'shared');
    expect(sharer.sharing.hosts()).toMatchObject([{ signed_in: { way: 'wallet' }, message: null }]);
  });

  it('requires a verified node', async () => {
    await expect(sharer.sharing.signIn('http://127.0.0.1:1')).rejects.toMatchObject({
      code: 'peer_not_found',
    });
    await sharer.addPeer('http://127.0.0.1:1');
    await expect(sharer.sharing.signIn('http://127.0.0.1:1')).rejects.toMatchObject({
      code: 'peer_unreachable',
    });
  });
});

describe('signing in with an API token', () => {
  it('works with the scope to store files, and shares as that node’s owner', async () => {
    const node = await peer({ sign_in: { who: 'owner' } });
    const { host } = node;
    const token = await node.token('storage:write', 'content:read');
    expect(await sharer.sharing.signIn(host, token)).toMatchObject({ signed_in: { way: 'token' } });
    const sha256 = await sharer.addContent(Buffer.from('By token.'));
    await sharer.sharing.share(sha256, { host, listed: true });
    const { url } = await sharer.untilState(sha256, host, 'shared');
    await sharer.until(() => sharer.describedAt(sha256, host) !== null);
    expect((await fetch(url)).status).toBe(200);
    // Another account could not remove it there, and it must not be shown as removed.
    await sharer.sharing.signOut(host);
    await sharer.sharing.unshare(sha256, host);
    const { message: needed } = await sharer.until(() => {
      const share = sharer.shareOf(sha256, host);
      return share?.message ? share : undefined;
    });
    expect(needed?.reason).toBe('sharing.tokenRejected');
    expect((await fetch(url)).status).toBe(200);
    await sharer.sharing.signIn(host, token);
    await sharer.until(() => sharer.shareOf(sha256, host) === undefined);
    expect((await fetch(url)).status).toBe(404);
  });

  it('keeps shares of the wallet there, which the wallet unshares itself', async () => {
    const node = await peer();
    const { host } = node;
    await sharer.sharing.signIn(host);
    const sha256 = await sharer.addContent(Buffer.from('By wallet.'));
    await sharer.sharing.share(sha256, { host, listed: false });
    const { url } = await sharer.untilState(sha256, host, 'shared');
    await sharer.sharing.signIn(host, await node.token('storage:write'));
    await sharer.sharing.unshare(sha256, host);
    await sharer.until(() => sharer.shareOf(sha256, host) === undefined);
    expect((await fetch(url)).status).toBe(404);
    expect(sharer.sharing.hosts()).toMatchObject([{ signed_in: { way: 'token' } }]);
  });

  it('keeps shares of the wallet also when they are shared again, so that they can be unshared', async () => {
    const node = await peer();
    const { host } = node;
    await sharer.sharing.signIn(host);
    const sha256 = await sharer.addContent(Buffer.from('Shared twice.'));
    await sharer.sharing.share(sha256, { host, listed: false });
    const { url } = await sharer.untilState(sha256, host, 'shared');
    await sharer.sharing.signIn(host, await node.token('storage:write'));
    await sharer.sharing.share(sha256, { host, listed: true });
    await sharer.until(() => sharer.describedAt(sha256, host) !== null);
    expect(sharer.shareOf(sha256, host)).toMatchObject({ state: 'shared', listed: true, message: null });
    await sharer.sharing.unshare(sha256, host);
    await sharer.until(() => sharer.shareOf(sha256, host) === undefined);
    expect((await fetch(url)).status).toBe(404);
  });

  it('does not share again while the other account is still unsharing', async () => {
    const node = await peer();
    const { host } = node;
    await sharer.sharing.signIn(host);
    const sha256 = await sharer.addContent(Buffer.from('Shared twice.'));
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.untilState(sha256, host, 'shared');
    await sharer.sharing.signIn(host, await node.token('storage:write'));
    await sharer.sharing.unshare(sha256, host);
    await expect(sharer.sharing.share(sha256, { host, listed: false })).rejects.toThrow(
      'still being removed',
    );
    await sharer.until(() => sharer.shareOf(sha256, host) === undefined);
    await sharer.sharing.share(sha256, { host, listed: false });
    const { url } = await sharer.untilState(sha256, host, 'shared');
    await sharer.sharing.unshare(sha256, host);
    await sharer.until(() => sharer.shareOf(sha256, host) === undefined);
    expect((await fetch(url)).status).toBe(404);
  });

  it('is refused with an unknown token or one without the scope', async () => {
    const node = await peer();
    const { host } = node;
    await expect(sharer.sharing.signIn(host, 'x'.repeat(43))).rejects.toThrow(/doesn’t know this token/);
    await expect(sharer.sharing.signIn(host, 'a\r\nb')).rejects.toThrow(/doesn’t know this token/);
    await expect(sharer.sharing.signIn(host, 'käse')).rejects.toThrow(/doesn’t know this token/);
    const reading = await node.token('content:read');
    await expect(sharer.sharing.signIn(host, reading)).rejects.toThrow(/storage:write/);
    expect(sharer.sharing.hosts()).toMatchObject([{ host, signed_in: null }]);
  });

  it('reports a revoked token, and continues with a new one', async () => {
    const node = await peer({ sign_in: { who: 'owner' } });
    const { host } = node;
    await sharer.sharing.signIn(host, await node.token('storage:write'));
    const { tokens } = (await (await node.askLocal('/local/tokens')).json()) as { tokens: { id: string }[] };
    for (const { id } of tokens) await node.askLocal(`/local/tokens/${id}`, { method: 'DELETE' });
    const sha256 = await sharer.addContent(Buffer.from('Later.'));
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.until(() => sharer.shareOf(sha256, host)?.message?.reason === 'sharing.tokenRejected');
    await sharer.sharing.signIn(host, await node.token('storage:write'));
    await sharer.untilState(sha256, host, 'shared');
  });

  it('keeps the token out of responses, logs and activity, and encrypts it in the database', async () => {
    const node = await peer();
    const { host } = node;
    const token = await node.token('storage:write');
    await sharer.sharing.signIn(host, token);
    const sha256 = await sharer.addContent(Buffer.from('Quiet.'));
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.untilState(sha256, host, 'shared');
    await node.stop();
    nodes = [];
    await sharer.sharing.unshare(sha256, host);
    await sharer.until(() => sharer.shareOf(sha256, host)?.message);
    const said = JSON.stringify([
      sharer.sharing.hosts(),
      sharer.sharing.shared(undefined),
      sharer.sharing.transfers(),
      sharer.logged,
      sharer.activity,
    ]);
    expect(said).toContain(host);
    expect(said).not.toContain(token);
    sharer.db.pragma('wal_checkpoint(TRUNCATE)');
    const database = readFileSync(join(sharer.folder, 'alcove.db'));
    expect(database.includes(host)).toBe(true);
    expect(database.includes(token)).toBe(false);
    expect(database.includes(Buffer.from(token, 'base64url'))).toBe(false);
  });

  it('removes the token on sign-out, and sends no waiting shares', async () => {
    const node = await peer();
    const { host } = node;
    await sharer.sharing.signIn(host, await node.token('storage:write'));
    await node.stop();
    nodes = [];
    const sha256 = await sharer.addContent(Buffer.from('Not sent.'));
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.until(() => sharer.shareOf(sha256, host)?.message);
    await sharer.sharing.signOut(host);
    expect(sharer.db.prepare('SELECT count(*) AS n FROM share_hosts').get()).toEqual({ n: 0 });
    expect(sharer.shareOf(sha256, host)).toMatchObject({ state: 'failed' });
    expect(sharer.shareOf(sha256, host)?.message).toEqual(message('sharing.signedOutBefore'));
    await expect(sharer.sharing.share(sha256, { host, listed: false })).rejects.toThrow(/Sign in/);
    await expect(sharer.sharing.signOut(host)).rejects.toThrow(/aren’t signed in/);
  });
});

describe('a sale that is confirmed after a sign-out', () => {
  it('waits for a person, who signs in once', async () => {
    const { host } = await peer();
    const sha256 = await sharer.addContent(Buffer.from('for sale'), { title: 'Song' });
    await sharer.sharing.signIn(host);
    await sharer.sharing.signOut(host);
    await sharer.sharing.shareRegistered({ sha256, host, title: 'Song' });
    const why = message('sharing.signInToShare', { host: new URL(host).host });
    await sharer.until(() => sharer.shareOf(sha256, host)?.message);
    expect(sharer.shareOf(sha256, host)).toMatchObject({ state: 'waiting', message: why });
    expect(sharer.sharing.hosts()).toMatchObject([{ host, signed_in: null }]);
    expect(sharer.notices()).toMatchObject([
      { code: 'share_sign_in', message: { params: { name: 'Song' } } },
    ]);
    expect((await fetch(sharer.shareOf(sha256, host)?.url ?? '')).status).toBe(404);
    await sharer.sharing.signIn(host);
    await sharer.untilState(sha256, host, 'shared');
    expect(sharer.notices()).toEqual([]);
  });

  it('also waits with the key of a file that is shared', async () => {
    const { host } = await peer();
    let isOnChain = false;
    await sharer.stop();
    sharer = await startSharer({
      encrypted: {
        partsOf: () => [],
        restrictedAs: () => undefined,
        hasKey: () => true,
        keyOf: () => {
          if (!isOnChain) throw new KeyNotDeposited('sharing.keyFollows');
          return { contentAddress: `0:${'1'.repeat(64)}`, key: 'AGE-SECRET-KEY-1QQPQQQ' };
        },
      },
    });
    await sharer.addPeer(host);
    const sha256 = await sharer.addContent(Buffer.from('for sale'));
    await sharer.sharing.signIn(host);
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.until(() => sharer.shareOf(sha256, host)?.message?.reason === 'sharing.keyFollows');
    await sharer.sharing.signOut(host);
    isOnChain = true;
    sharer.sharing.chainChanged();
    await sharer.until(() => sharer.shareOf(sha256, host)?.message?.reason === 'sharing.signInToShare');
    expect(sharer.shareOf(sha256, host)).toMatchObject({ state: 'shared', key: 'waiting' });
  });

  it('tells the seller that the file was deleted before', async () => {
    const { host } = await peer();
    await sharer.sharing.signIn(host);
    const sha256 = await sharer.addContent(Buffer.from('for sale'));
    await sharer.removeContent(sha256);
    await sharer.sharing.shareRegistered({ sha256, host, title: 'Song' });
    expect(sharer.sharing.shared(host)).toMatchObject([
      { name: 'Song', state: 'failed', message: message('sharing.goneBeforeShared') },
    ]);
    expect(sharer.notices()).toMatchObject([{ code: 'share_gone', message: { params: { name: 'Song' } } }]);
    await sharer.addContent(Buffer.from('for sale'));
    await sharer.sharing.share(sha256, { host, listed: true });
    await sharer.untilState(sha256, host, 'shared');
    expect(sharer.notices()).toEqual([]);
  });
});
