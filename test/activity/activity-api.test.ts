import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CallInput } from '@alcove/client';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { controlClient } from '../../src/cli/control-client.ts';
import { withControl } from '../../src/cli/with-control.ts';
import {
  type ActivityEntry,
  activityEntry,
  getActivity,
} from '../../src/contract/dashboard-api/administration/activity.ts';
import { deleteToken, getTokens, postToken } from '../../src/contract/dashboard-api/auth.ts';
import { deleteContent, patchContent, postBlocked } from '../../src/contract/dashboard-api/content.ts';
import { getAccessLink } from '../../src/contract/dashboard-api/licensing.ts';
import { postPeer } from '../../src/contract/dashboard-api/peers.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { codeOf } from '../support/node/open-dashboard.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

let alcove: TestNode;

beforeEach(async () => {
  alcove = await startTestNode();
});
afterEach(() => alcove.stop());

type Query = NonNullable<CallInput<typeof getActivity>['query']>;
const page = (query: Query = {}) => alcove.localClient().call(getActivity, { query });
const entries = async (query: Query = {}): Promise<ActivityEntry[]> => (await page(query)).entries;
const exported = async (redact: '0' | '1') =>
  (await (await alcove.askLocal(`/local/activity/export?redact=${redact}`)).text())
    .trimEnd()
    .split('\n')
    .map((line) => activityEntry.parse(JSON.parse(line)));

const store = async (text = randomBytes(20).toString('hex')) => {
  const { content } = await alcove.localClient().upload(new Blob([text]), 'kept.txt');
  return content.content_id;
};

describe('the activity log', () => {
  it('records each step of a file from upload to removal, with its user', async () => {
    const bot = alcove.client(await alcove.token('storage:write'));
    const { content_id } = await bot.storage.upload(Buffer.from('by a bot'));
    await alcove
      .client()
      .storage.download(content_id)
      .then(({ body }) => body.cancel());
    const local = alcove.localClient();
    await local.call(patchContent, { params: { id: content_id }, body: { title: 'New' } });
    await local.call(deleteContent, { params: { id: content_id } });
    const listed = (await entries()).filter(({ subject }) => subject === content_id);
    expect(listed.map(({ kind, actor, address }) => [kind, actor.type, actor.name, address])).toEqual([
      ['delete', 'dashboard', '', null],
      ['edit', 'dashboard', '', null],
      ['download', 'anonymous', '', '127.0.0.1'],
      ['upload', 'api_token', 'test', '127.0.0.1'],
    ]);
  });

  it('records a content by its canonical id, for each form of the request', async () => {
    const id = await store();
    const { content_sha256 } = await alcove.client().storage.decode(id);
    for (const spelling of [content_sha256, content_sha256.toUpperCase(), id]) {
      const response = await alcove.ask(`/api/v1/storage/${spelling}`);
      expect((await response.text()).length).toBe(40);
    }
    expect(await entries({ kind: 'download' })).toMatchObject([{ subject: id, count: 3 }]);
  });

  it('records repeated downloads once, with their number', async () => {
    const id = await store();
    for (let n = 0; n < 3; n += 1) await (await alcove.ask(`/api/v1/storage/${id}`)).text();
    expect(await entries({ kind: 'download' })).toMatchObject([{ subject: id, count: 3 }]);
    await (await alcove.ask(`/api/v1/storage/${id}`, { headers: { Range: 'bytes=0-1' } })).text();
    const [entry] = await entries({ kind: 'download' });
    expect(entry?.count).toBe(4);
    expect(Date.parse(entry?.last_at ?? '')).toBeGreaterThanOrEqual(Date.parse(entry?.at ?? ''));
  });

  it('omits what the app reads itself, and names its downloads', async () => {
    const id = await store();
    const { url } = await alcove.localClient().call(getAccessLink, { params: { id } });
    const read = async (link: string) => (await fetch(link)).text();
    expect(await read(url)).toHaveLength(40);
    expect(await entries({ kind: 'download' })).toEqual([]);
    await read(`${url}&download=1`);
    await read(`${alcove.node.nodeUrl}/api/v1/storage/${id}`);
    expect(await entries({ kind: 'download' })).toMatchObject([
      { subject: id, count: 1, actor: { type: 'anonymous' }, address: '127.0.0.1' },
      { subject: id, count: 1, actor: { type: 'dashboard' }, address: null },
    ]);
  });

  it('omits responses without a byte of the file', async () => {
    const id = await store();
    await alcove.ask(`/api/v1/storage/${id}`, { method: 'HEAD' });
    const { headers } = await alcove.ask(`/api/v1/storage/${id}`, { method: 'HEAD' });
    const asked = await alcove.ask(`/api/v1/storage/${id}`, {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect(asked.status).toBe(304);
    const unknown = await alcove.ask(`/api/v1/storage/${'0'.repeat(64)}`);
    expect(unknown.status).toBe(404);
    expect(await entries({ kind: 'download' })).toEqual([]);
  });

  it('records tokens and blocks, from the dashboard and by command', async () => {
    const local = alcove.localClient();
    const control = controlClient(alcove.dataDir);
    await local.call(postToken, { body: { name: 'mill', scopes: ['content:read'] } });
    const [made] = (await local.call(getTokens, {})).tokens;
    await local.call(deleteToken, { params: { id: made?.id ?? '' } });
    await control.createToken({ name: 'wheel', scopes: ['content:read'] });
    await control.revokeToken('wheel');
    const id = await store();
    await local.call(postBlocked, { body: { content_id: id, reason: 'secret reason' } });
    await control.unblock(id);
    expect((await entries()).map(({ kind, actor, subject }) => [kind, actor.type, subject])).toEqual([
      ['unblock', 'command', id],
      ['block', 'dashboard', id],
      ['upload', 'dashboard', id],
      ['token', 'command', 'wheel'],
      ['token', 'command', 'wheel'],
      ['token', 'dashboard', 'mill'],
      ['token', 'dashboard', 'mill'],
      ['node', 'node', null],
    ]);
  });

  it('records commands while no node runs', async () => {
    const dataDir = temporaryFolder();
    await withControl(
      dataDir,
      (control) => control.createToken({ name: 'early', scopes: ['content:read'] }),
      {
        create: true,
      },
    );
    const node = await startTestNode({ dataDir });
    const { entries: listed } = await node.localClient().call(getActivity, { query: { kind: 'token' } });
    expect(listed).toMatchObject([{ actor: { type: 'command' }, subject: 'early', address: null }]);
    await node.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('records refusals with their origin', async () => {
    const id = await store();
    await alcove.ask('/api/v1/storage', { method: 'POST', body: 'x' });
    await alcove.ask('/api/v1/storage', {
      method: 'POST',
      body: 'x',
      headers: { Authorization: await alcove.token('content:read') },
    });
    await alcove.localClient().call(postBlocked, { body: { content_id: id } });
    await alcove.ask(`/api/v1/storage/${id}`);
    await rawRequest(`${alcove.node.nodeUrl}/api/v1/node`, { headers: { Host: 'rebound.example' } });
    await fetch(`${alcove.node.dashboardUrl}/local/overview`, { headers: { Authorization: 'wrong' } });
    await alcove.ask('/nothing-here');
    const listed = await entries({ kind: 'refused' });
    expect(
      listed.map(({ problem, actor, address, subject }) => [problem, actor.type, address, subject]),
    ).toEqual([
      ['unauthorized', 'anonymous', '127.0.0.1', null],
      ['misdirected_request', 'anonymous', '127.0.0.1', null],
      ['blocked', 'anonymous', '127.0.0.1', id],
      ['insufficient_scope', 'anonymous', '127.0.0.1', null],
      ['unauthorized', 'anonymous', '127.0.0.1', null],
    ]);
  });

  it('records starts and stops of the node, and keeps entries that were in memory', async () => {
    const dataDir = temporaryFolder();
    const first = await startTestNode({ dataDir });
    const { content } = await first.localClient().upload(new Blob(['last']), 'last.txt');
    await first.stop();
    const second = await startTestNode({ dataDir });
    const { entries: listed } = await second.localClient().call(getActivity, {});
    expect(listed.map(({ kind, subject, detail }) => subject ?? `${kind}: ${detail.reason}`)).toEqual([
      'node: activity.started',
      'node: activity.stopped',
      content.content_id,
      'node: activity.started',
    ]);
    await second.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe('handshakes in the activity log', () => {
  it.each(['127.0.0.1', 'rebound.example'])('are omitted with any result, requested as %s', async (host) => {
    const before = await entries();
    for (const body of ['', '{}', 'x'.repeat(100_000)]) {
      await rawRequest(`${alcove.node.nodeUrl}/api/v1/network.handshake`, {
        method: 'POST',
        body,
        headers: { Host: host, 'Content-Type': 'application/json' },
      });
    }
    expect(await entries()).toEqual(before);
  });

  it('of a private node are omitted when they succeed', async () => {
    const asked = await startTestNode({
      settings: { node: { type: 'public', public_host: 'https://asked.example' } },
    });
    await alcove.localClient().call(postPeer, { body: { url: asked.node.nodeUrl } });
    expect((await entries({ kind: 'peer' })).map(({ subject }) => subject)).toContain(asked.node.nodeUrl);
    const listed = await asked.localClient().call(getActivity, {});
    expect(listed.entries.map(({ kind }) => kind)).toEqual(['node']);
    await asked.stop();
  });
});

describe('reading the activity log', () => {
  it('returns pages, newest first, by kind and by words', async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await store());
    const first = await page({ kind: 'upload', limit: 2 });
    const rest = await page({ kind: 'upload', limit: 10, cursor: first.next_cursor ?? '' });
    expect([...first.entries, ...rest.entries].map(({ subject }) => subject)).toEqual(ids);
    expect(rest.next_cursor).toBeNull();
    expect((await entries({ q: ids[3]?.slice(5, 30) })).map(({ subject }) => subject)).toEqual([ids[3]]);
    expect(await entries({ q: '%' })).toEqual([]);
    expect(await entries({ q: 'STARTED' })).toMatchObject([{ kind: 'node' }]);
    await expect(page({ cursor: 'no cursor!' })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('sends every change to the dashboard', async () => {
    const controller = new AbortController();
    const events = await alcove.localClient().openEvents(controller.signal);
    const reader = events.getReader();
    let heard = '';
    const listen = async () => {
      heard += Buffer.from((await reader.read()).value ?? '').toString();
    };
    await listen();
    await alcove.ask('/api/v1/storage', { method: 'POST', body: 'x' });
    while (!heard.includes('"activity"')) await listen();
    controller.abort();
  });

  it('exports the whole log, with personal data redacted', async () => {
    const bot = alcove.client(await alcove.token('storage:write'));
    const mine = await bot.storage.upload(Buffer.from('mine'));
    const other = await bot.storage.upload(Buffer.from('other'));
    await (await alcove.ask(`/api/v1/storage/${mine.content_id}`)).text();
    const plain = await exported('0');
    expect(plain).toEqual(await entries());
    const redacted = await exported('1');
    expect(redacted.map(({ kind, actor, subject, address }) => [kind, actor.name, subject, address])).toEqual(
      [
        ['download', '', 'content-1', 'address-1'],
        ['upload', 'name-1', 'content-2', 'address-1'],
        ['upload', 'name-1', 'content-1', 'address-1'],
        ['token', '', 'name-1', null],
        ['node', '', null, null],
      ],
    );
    const text = JSON.stringify(redacted);
    for (const telling of [mine.content_id, other.content_id, '127.0.0.1', '"test"'])
      expect(text).not.toContain(telling);
  });
});

describe('the size of the activity log', () => {
  it('is limited when refusals from one address or for many paths flood it', async () => {
    for (let n = 0; n < 300; n += 1) {
      await rawRequest(`${alcove.node.nodeUrl}/api/v1/node`, { headers: { Host: `host-${n}.example` } });
    }
    expect(await entries({ kind: 'refused' })).toMatchObject([
      { count: 300, problem: 'misdirected_request' },
    ]);
  });

  it('is zero when the owner disables it', async () => {
    const silent = await startTestNode({ settings: { activity: { keep_days: 0 } } });
    await silent.localClient().upload(new Blob(['unseen']), 'unseen.txt');
    expect((await silent.localClient().call(getActivity, {})).entries).toEqual([]);
    await silent.stop();
  });
});

describe('secrets in the activity log', () => {
  const marker = 'MARKED-SECRET-0123456789abcdef';
  const marked = [marker, Buffer.from(marker).toString('base64'), Buffer.from(marker).toString('hex')];

  it('are redacted from any part of a request', async () => {
    const dataDir = temporaryFolder();
    let log = '';
    const logger = pino({ level: 'trace' }, { write: (line) => (log += line) });
    const node = await startTestNode({ dataDir, logger });
    const { nodeUrl, dashboardUrl } = node.node;
    const { sessionToken } = node;
    const address = node.node.newDashboardAddress();
    const code = codeOf(address);
    const token = await node.token('storage:write', 'content:read');
    const id = (await node.client(token).storage.upload(Buffer.from('harmless'))).content_id;
    const authorizations = [
      marker,
      `Bearer ${marker}`,
      `Bearer ${token}`,
      `Bearer ${sessionToken}`,
      undefined,
    ];
    const paths = [
      `/api/v1/storage/${id}?token=${marker}`,
      `/api/v1/storage/${marker}`,
      `/api/v1/content.view/${marker}`,
      `/api/v1/content.list?cursor=${marker}&q=${marker}`,
      `/local/content/${marker}`,
      `/local/activity?q=${marker}`,
      `/${marker}`,
    ];
    for (const base of [nodeUrl, dashboardUrl]) {
      for (const path of paths) {
        for (const authorization of authorizations) {
          await rawRequest(base + path, {
            headers: {
              ...(authorization && { Authorization: authorization }),
              Referer: `http://${marker}.example/`,
              'User-Agent': marker,
              Cookie: marker,
              'X-Forwarded-For': marker,
            },
          });
        }
      }
      await rawRequest(`${base}/api/v1/node`, { headers: { Host: `${marker}.example` } });
    }
    const bodies = [
      { twa_data: `hash=${marker}&user=${marker}` },
      { twa_data: marker, ton_proof: { account: { address: marker }, ton_proof: { payload: marker } } },
    ];
    for (const body of bodies) {
      for (const path of ['/api/v1/auth.twa', '/api/v1/auth.selectWallet', '/api/v1/tonconnect.logout']) {
        await node.ask(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json', Authorization: marker },
        });
      }
    }
    await node.client().signIn.begin();
    const made = await node
      .localClient()
      .call(postToken, { body: { name: 'bot', scopes: ['content:read'] } });
    const lines = await (await node.askLocal('/local/activity/export?redact=0')).text();
    expect(lines).toContain('"refused"');
    const secrets = [...marked, token, made.token, sessionToken, code];
    const search = () => {
      for (const file of readdirSync(dataDir).filter((name) => name.startsWith('alcove.db'))) {
        const bytes = readFileSync(join(dataDir, file)).toString('latin1');
        for (const secret of secrets) expect(bytes.includes(secret), `${file}: ${secret}`).toBe(false);
      }
    };
    search();
    await node.stop();
    search();
    for (const secret of secrets) {
      expect(lines).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
    rmSync(dataDir, { recursive: true });
  });
});
