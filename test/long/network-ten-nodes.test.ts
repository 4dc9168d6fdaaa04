import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patchSettings } from '../../src/contract/dashboard-api/administration/settings.ts';
import { getRemoteIndex, postSync } from '../../src/contract/dashboard-api/discovery.ts';
import { getTransfers } from '../../src/contract/dashboard-api/fetch.ts';
import { getPeers, type LocalPeer, postPeerRetry } from '../../src/contract/dashboard-api/peers.ts';
import { patchOwnContent } from '../../src/contract/node-api/content.ts';
import { LabNetwork, type LabNode } from '../support/lab/lab-network.ts';
import { bytesNamed } from '../support/seeded.ts';

const MiB = 1024 * 1024;

// Created before the first connection: its synchronous work delays the detection of closed connections.
const large = bytesNamed('large', 200 * MiB);
const lab = new LabNetwork();
let publics: LabNode[];
let privates: LabNode[];
let late: LabNode;
const soon = { timeout: 30_000, interval: 200 };
const often = { timeout: 30_000, interval: 20 };

beforeAll(async () => {
  const first = await lab.add({ type: 'public' });
  const more = (half: 'left' | 'right') => lab.add({ type: 'public', half, bootstrap: [first.host] });
  publics = [first, ...(await Promise.all([more('left'), more('left')]))];
  publics.push(...(await Promise.all([more('right'), more('right'), more('right')])));
  await Promise.all([song(first, 'Early song'), song(publics[3], 'Early song')]);
  const secret = (half: 'left' | 'right', friend: LabNode | undefined) =>
    lab.add({ type: 'private', half, bootstrap: friend ? [friend.host] : [] });
  privates = await Promise.all([
    secret('left', first),
    secret('left', publics[1]),
    secret('right', publics[4]),
  ]);
  late = await lab.add({ type: 'private', bootstrap: [first.host], clockOffS: -600 });
}, 120_000);
afterAll(() => lab.close());

const peersOf = async (one: LabNode): Promise<LocalPeer[]> => (await one.local().call(getPeers, {})).peers;

const compatible = async (one: LabNode): Promise<string[]> =>
  (await peersOf(one))
    .filter(({ state }) => state === 'compatible')
    .map(({ host }) => host)
    .sort();

/** @returns its content id */
async function publish(one: LabNode | undefined, bytes: Buffer, title: string): Promise<string> {
  if (!one) throw new Error('There is no such node.');
  const client = await one.client('storage:write');
  const { content_id: id } = await client.storage.upload(new Blob([new Uint8Array(bytes)]));
  await client.call(patchOwnContent, { params: { id }, body: { title, published: true } });
  return id;
}

const song = (one: LabNode | undefined, title: string): Promise<string> =>
  publish(one, Buffer.from(title), title);

/** The titles in its index, with the nodes that have them. */
async function find(one: LabNode, q: string): Promise<[title: string, sources: string[]][]> {
  const { items } = await one.local().call(getRemoteIndex, { query: { q } });
  return items.map(({ title, sources }) => [title, sources.toSorted()]);
}

const synchronise = (one: LabNode) => one.local().call(postSync, {});

const hostsBut = (one?: LabNode): string[] =>
  publics
    .filter((other) => other !== one)
    .map(({ host }) => host)
    .sort();

describe('ten nodes', () => {
  it('learn of every public one, whatever node they knew first', async () => {
    for (const one of [...publics, ...privates]) {
      await expect.poll(() => compatible(one), { timeout: 60_000, interval: 500 }).toEqual(hostsBut(one));
    }
  }, 120_000);

  it('store nothing about the private ones on the public ones', async () => {
    for (const { node, dataDir, host } of publics) {
      const kept = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(db|db-wal|json)$/.test(name))
        .map((name) => readFileSync(join(dataDir, name)));
      const answers = await Promise.all(
        ['network.nodes', 'network.info', 'node'].map(async (name) =>
          (await fetch(`${host}/api/v1/${name}`)).text(),
        ),
      );
      for (const secret of [...privates, late]) {
        const traces = [secret.node.ready.public_key, new URL(secret.host).hostname];
        for (const trace of traces) {
          expect(answers.join()).not.toContain(trace);
          expect(node.log()).not.toContain(trace);
          for (const file of kept) expect(file.includes(trace)).toBe(false);
        }
      }
    }
  });

  it('report the difference to the one whose clock is ten minutes off', async () => {
    await expect
      .poll(() => peersOf(late), { timeout: 30_000, interval: 500 })
      .toMatchObject([
        {
          host: publics[0]?.host,
          state: 'unreachable',
          failure: { code: 'clock_off', message: { reason: 'peers.clockBehind' } },
        },
      ]);
  });

  it('index published contents of any node automatically', async () => {
    const [first, , , far] = publics;
    for (const node of privates) {
      await expect
        .poll(() => find(node, 'early'), soon)
        .toEqual([['Early song', [first?.host, far?.host].toSorted()]]);
    }
  });

  it('index new contents at the next discovery, and no withdrawn ones', async () => {
    const [, second, , , fifth] = publics;
    const [gone, kept] = [await song(second, 'Passing song'), await song(fifth, 'Lasting song')];
    for (const node of privates) {
      await synchronise(node);
      await expect.poll(() => find(node, 'passing'), soon).toHaveLength(1);
      await expect.poll(() => find(node, 'lasting'), soon).toEqual([['Lasting song', [fifth?.host]]]);
      const response = await fetch(`${node.host}/api/v1/storage/${kept}`);
      expect(await response.text()).toBe('Lasting song');
    }
    const client = await (second as LabNode).client('storage:write');
    const edit = { params: { id: gone }, body: { published: false } };
    await client.call(patchOwnContent, edit);
    for (const node of privates) {
      await synchronise(node);
      await expect.poll(() => find(node, 'passing'), soon).toEqual([]);
    }
  });

  it('lose nothing but time when a node is killed in the middle of a transfer', async () => {
    const [node] = privates as [LabNode];
    const holders = publics.slice(1, 3);
    const [id = ''] = await Promise.all(holders.map((holder) => publish(holder, large, 'Large song')));
    await synchronise(node);
    await expect
      .poll(() => find(node, 'large'), soon)
      .toEqual([['Large song', holders.map(({ host }) => host).toSorted()]]);
    const limit = (down_bytes_per_s: number | null) =>
      node.local().call(patchSettings, { body: { network: { down_bytes_per_s } } });
    await limit(40 * MiB);
    const whole = fetch(`${node.host}/api/v1/storage/${id}`).then(async (answer) =>
      Buffer.from(await answer.arrayBuffer()),
    );
    const underWay = async () => {
      const { transfers } = await node.local().call(getTransfers, {});
      return transfers.find(({ content_id }) => content_id === id);
    };
    await expect.poll(async () => (await underWay())?.bytes_done ?? 0, often).toBeGreaterThan(60 * MiB);
    const sender = (await underWay())?.host;
    const dying = holders.find(({ host }) => host === sender) as LabNode;
    await dying.end('SIGKILL');
    await limit(null);
    expect((await whole).equals(large)).toBe(true);

    const received = new Map((await peersOf(node)).map(({ host, exchanged }) => [host, exchanged]));
    const [before, after] = [dying, holders.find((holder) => holder !== dying) as LabNode].map(
      ({ host }) => received.get(host)?.received_bytes ?? 0,
    ) as [number, number];
    expect(before).toBeGreaterThan(60 * MiB);
    // The bytes received before count, and were not requested again.
    expect(before + after).toBe(large.length);
    await dying.again();
  }, 120_000);

  it.skipIf(!lab.canPart)(
    'find each other, and contents published meanwhile, after a split of the network',
    async () => {
      const [near] = privates as [LabNode];
      const far = publics[5] as LabNode;
      lab.part();
      const parted = await near.local().call(postPeerRetry, { body: { host: far.host } });
      expect(parted).toMatchObject({ state: 'unreachable', failure: { code: 'timeout' } });
      await synchronise(near);
      expect(await find(near, 'early')).toHaveLength(1);
      lab.join();
      await song(far, 'Late song');
      await expect.poll(() => compatible(near), { timeout: 90_000, interval: 500 }).toEqual(hostsBut());
      for (const node of privates) {
        await synchronise(node);
        await expect.poll(() => find(node, 'late'), soon).toEqual([['Late song', [far.host]]]);
      }
    },
    120_000,
  );
});
