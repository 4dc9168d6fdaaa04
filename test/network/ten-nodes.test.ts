import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalPeer } from '../../src/contract/local.ts';
import { type Neighbour, Neighbourhood } from '../support/neighbourhood.ts';

const neighbourhood = new Neighbourhood(1);
let publics: Neighbour[];
let privates: Neighbour[];
let late: Neighbour;

beforeAll(async () => {
  const first = await neighbourhood.add({ type: 'public' });
  const more = (half: 'left' | 'right') =>
    neighbourhood.add({ type: 'public', half, bootstrap: [first.host] });
  publics = [first, ...(await Promise.all([more('left'), more('left')]))];
  publics.push(...(await Promise.all([more('right'), more('right'), more('right')])));
  const secret = (half: 'left' | 'right', friend: Neighbour | undefined) =>
    neighbourhood.add({ type: 'private', half, bootstrap: friend ? [friend.host] : [] });
  privates = await Promise.all([
    secret('left', first),
    secret('left', publics[1]),
    secret('right', publics[4]),
  ]);
  late = await neighbourhood.add({ type: 'private', bootstrap: [first.host], clockOffS: -600 });
}, 120_000);
afterAll(() => neighbourhood.close());

async function peersOf(neighbour: Neighbour): Promise<LocalPeer[]> {
  const { json } = await neighbour.askLocal('GET', '/local/peers');
  return (json as { peers: LocalPeer[] }).peers;
}

const compatible = async (neighbour: Neighbour): Promise<string[]> =>
  (await peersOf(neighbour))
    .filter(({ state }) => state === 'compatible')
    .map(({ host }) => host)
    .sort();

const hostsBut = (neighbour?: Neighbour): string[] =>
  publics
    .filter((other) => other !== neighbour)
    .map(({ host }) => host)
    .sort();

describe('ten nodes', () => {
  it('learn of every public one, whomever they knew first', async () => {
    for (const neighbour of [...publics, ...privates]) {
      await expect
        .poll(() => compatible(neighbour), { timeout: 60_000, interval: 500 })
        .toEqual(hostsBut(neighbour));
    }
  }, 120_000);

  it('leave no trace of the private ones with the public ones', async () => {
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

  it('tell the one whose clock is ten minutes off that it is, and which way', async () => {
    await expect
      .poll(() => peersOf(late), { timeout: 30_000, interval: 500 })
      .toMatchObject([
        {
          host: publics[0]?.host,
          state: 'unreachable',
          failure: { code: 'clock_off', message: expect.stringMatching(/10 minutes behind/) },
        },
      ]);
  });

  it.skipIf(!neighbourhood.canPart)(
    'find each other again by themselves after the network was parted',
    async () => {
      const [near] = privates as [Neighbour, Neighbour, Neighbour];
      const far = publics[5] as Neighbour;
      neighbourhood.part();
      const parted = await near.askLocal('POST', '/local/peers/retry', { host: far.host });
      expect(parted.json).toMatchObject({ state: 'unreachable', failure: { code: 'timeout' } });
      neighbourhood.join();
      await expect.poll(() => compatible(near), { timeout: 90_000, interval: 1000 }).toEqual(hostsBut());
    },
    120_000,
  );
});
