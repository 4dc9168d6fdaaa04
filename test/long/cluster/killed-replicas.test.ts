import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlcoveClient, AlcoveError } from '../../../client/index.ts';
import { controlClient } from '../../../src/cli/control-client.ts';
import { runAlcove, type ServingNode } from '../../support/node/run-alcove.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { Balancer } from '../../support/replicas/balancer.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';

const missing = missingPostgres();
const kills = 200;
const names = ['first', 'second'] as const;
type Name = (typeof names)[number];

describe.skipIf(missing)(`replicas${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const balancer = new Balancer();
  const replicas = new Map<Name, ServingNode>();
  const acknowledged = new Map<string, Buffer>();
  let cluster: Cluster;
  let client: AlcoveClient;

  beforeAll(async () => {
    cluster = await openCluster();
    expect(await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile())).toMatchObject({
      code: 0,
    });
    await Promise.all(names.map(start));
    const scopes = ['storage:write', 'content:read'] as const;
    const { token } = await controlClient(cluster.folder('first')).createToken({
      name: 'test',
      scopes: [...scopes],
    });
    client = balancer.client(token);
  });
  afterAll(async () => {
    await Promise.all([...replicas.values()].map((replica) => replica.end('SIGKILL')));
    await cluster.close();
  });

  async function start(name: Name): Promise<void> {
    const replica = await cluster.serve({}, name);
    replicas.set(name, replica);
    balancer.add(replica.ready.node_url);
  }

  async function kill(name: Name): Promise<void> {
    const replica = replicas.get(name);
    await replica?.end('SIGKILL');
    if (replica) balancer.remove(replica.ready.node_url);
  }

  /** Sends the file again while no replica answers. */
  async function uploadWhole(bytes: Buffer): Promise<string> {
    for (;;) {
      try {
        return (await client.storage.upload(new Blob([new Uint8Array(bytes)]))).content_id;
      } catch (error) {
        if (!(error instanceof AlcoveError) || !mayPass(error)) throw error;
        await delay(20);
      }
    }
  }

  const uploadInParts = async (bytes: Buffer): Promise<string> =>
    (
      await client.storage.uploadInParts(new Blob([new Uint8Array(bytes)]), {
        partBytes: Math.ceil(bytes.length / 6),
      })
    ).content_id;

  /** Follows the list of changes until `isOver`, and once more then. Returns the ids that it has seen. */
  async function follow(isOver: () => boolean): Promise<Set<string>> {
    const seen = new Set<string>();
    let since = '';
    for (let isLast = false; ; isLast = isOver()) {
      try {
        for await (const { items, next_cursor } of client.content.changes(since)) {
          for (const { content_id } of items) seen.add(content_id);
          since = next_cursor ?? since;
        }
        if (isLast) return seen;
      } catch (error) {
        if (!(error instanceof AlcoveError) || !mayPass(error)) throw error;
      }
      await delay(100);
    }
  }

  const retrieved = async (id: string): Promise<Buffer> => {
    const { body } = await client.storage.download(id);
    return Buffer.from(await new Response(body).arrayBuffer());
  };

  it(`lose nothing in ${kills} kills, and uploads end at another one`, { timeout: 7_200_000 }, async () => {
    let isOver = false;
    const following = follow(() => isOver);
    for (let n = 0; n < kills; n += 1) {
      const uploads = [uploadWhole, uploadWhole, uploadInParts, uploadInParts].map(async (upload) => {
        const bytes = randomBytes(20_000 + Math.floor(Math.random() * 180_000));
        acknowledged.set(await upload(bytes), bytes);
      });
      const victim = names[Math.floor(Math.random() * 2)] as Name;
      await delay(Math.random() * 250);
      await kill(victim);
      await Promise.all([...uploads, start(victim)]);
    }
    isOver = true;
    const seen = await following;
    expect(acknowledged.size).toBe(4 * kills);
    expect([...acknowledged.keys()].filter((id) => !seen.has(id))).toEqual([]);
    console.info(`${balancer.unanswered} requests were not answered`);
  });

  it('have all of it, and nothing torn', async () => {
    for (const name of names) {
      await kill(name);
      const listed: string[] = [];
      for await (const { content_id } of client.content.list()) listed.push(content_id);
      expect(listed).toEqual(expect.arrayContaining([...acknowledged.keys()]));
      for (const id of listed) {
        const bytes = await retrieved(id);
        const expected = acknowledged.get(id);
        if (expected) expect(bytes.equals(expected), id).toBe(true);
      }
      await start(name);
    }
  });
});

/** Whether a request may succeed at another replica, or later. */
const mayPass = ({ status }: AlcoveError): boolean => status === null || status === 503;
