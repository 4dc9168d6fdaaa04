import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { scope } from '../../../src/contract/scopes.ts';
import { contentIdOf } from '../../../src/core/content-id.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { getContentListEndpoint } from '../../../src/features/content/endpoints/get-content-list.ts';
import { ContentKeyService } from '../../../src/features/licensing/content-key-service.ts';
import { ContentKeys, keyHashOf } from '../../../src/features/licensing/content-keys.ts';
import { getContentKeyEndpoint } from '../../../src/features/licensing/endpoints/get-content-key.ts';
import { RestrictedContents } from '../../../src/features/licensing/restricted-contents.ts';
import { getContentViewEndpoint } from '../../../src/features/serving/endpoints/get-content-view.ts';
import { getDecodeContentIdEndpoint } from '../../../src/features/serving/endpoints/get-decode-content-id.ts';
import { ReadThroughReader } from '../../../src/features/serving/read-through-reader.ts';
import { EndpointAdapter, identify } from '../../../src/platform/http/endpoint/adapter.ts';
import type { Endpoint } from '../../../src/platform/http/endpoint/endpoint.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { hashOf, runStep } from './random-steps.ts';
import { emptiedRows, openReplica } from './replica.ts';

/** What a replica answers that has not copied the last writes of others yet. */
export function describeReplicatedReads(replicas: () => readonly [PostgresDatabase, PostgresDatabase]): void {
  describe('a replica that is behind', () => {
    type Replica = ReturnType<typeof openReplica>;
    let [writer, behind] = [] as unknown as [Replica, Replica];

    beforeEach(async () => {
      await emptiedRows(replicas()[0]);
      [writer, behind] = [openReplica(replicas()[0]), openReplica(replicas()[1])];
      for (const { commands, close } of [writer, behind]) {
        onTestFinished(async () => {
          await commands.close();
          close();
        });
        await commands.join();
      }
    });

    const add = (content: number) =>
      runStep(writer, { do: 'add', content, user: 'owner', type: 0, isEncrypted: false, max: 5 }, 1);

    const identity = AgeIdentity.generate();
    const nodeSecret = Buffer.alloc(32, 1);
    const address = `0:${'7'.repeat(64)}`;
    const keysOf = ({ keys, sold }: Replica) => new ContentKeys(keys, sold, nodeSecret, () => 1);

    /** Returns the endpoint of keys on a chain where one content is registered, to which everybody has the right. */
    const keyEndpoint = (replica: Replica) => {
      const content = { address, sha256: hashOf(0), contentType: 'audio/mpeg', keyHash: keyHashOf(identity) };
      const chain = { byAddress: () => content, byFile: () => content, contractAddress: () => address };
      const licences = { owns: () => true, factsOf: () => undefined };
      const [rights, blocks] = [{ has: () => true }, { refuse: () => {} }];
      const given = { chain, licences, rights, blocks, keys: keysOf(replica) };
      return getContentKeyEndpoint(new ContentKeyService(given as never));
    };

    /** Starts a server with these endpoints of a replica, by the name of their path. */
    const serve = async (replica: Replica) => {
      const { commands, list, catalogue, records, restrictions } = replica;
      const view = getContentViewEndpoint({
        catalogue,
        service: { get: (sha256: Buffer) => records.get(sha256) },
        blocks: { refuse: () => {} },
        keys: { find: () => undefined },
        responses: {
          checkNaming: () => {},
          view: ({ title }: { title: string }) => ({ title }),
          viewRegistered: async (_: string, recordOf: (sha256: Buffer) => { title: string } | undefined) => ({
            title: recordOf(hashOf(5))?.title ?? 'As registered',
          }),
        },
      } as never);
      const lists = getContentListEndpoint(list, { list: async (items: unknown[]) => items } as never);
      const decode = getDecodeContentIdEndpoint({
        catalogue,
        licensed: { restriction: (sha256) => restrictions.get(sha256) },
        responses: { addressOf: () => undefined },
      });
      const endpoints: Record<string, Endpoint> = {
        ...{ '/view': view, '/list': lists, '/decode': decode, '/key': keyEndpoint(replica) },
      };
      const adapter = new EndpointAdapter({
        baseUrlOf: () => 'http://127.0.0.1',
        stopping: new AbortController().signal,
        limit: undefined,
        authenticate: () =>
          ({ principal: 'user:owner', user: 'owner', scopes: new Set(scope.options) }) as never,
        refresh: () => commands.refresh(),
        addressOf: () => '127.0.0.1',
        logger: pino({ level: 'silent' }),
      });
      const server = createServer((request, response) => {
        identify(response);
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
        const [, path = '', id = ''] = /^(\/[^/]+)\/?(.*)$/.exec(pathname) ?? [];
        const endpoint = endpoints[path] as Endpoint;
        void adapter.run(
          { endpoint, params: { id }, query: Object.fromEntries(searchParams) },
          request,
          response,
        );
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      return async (path: string) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          headers: { Authorization: 'Bearer any' },
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
    };

    it('finds what another has just stored', async () => {
      const get = await serve(behind);
      const view = `/view?content_id=${contentIdOf(hashOf(0))}`;
      expect(await get(view)).toMatchObject({ status: 404, body: { code: 'content_not_found' } });
      await add(0);
      expect(await get(view)).toMatchObject({ status: 200, body: { title: 'File 0' } });
      const refreshes = vi.spyOn(behind.commands, 'refresh');
      await get(view);
      expect(refreshes).not.toHaveBeenCalled();
    });

    it('says that another has stored it', async () => {
      const get = await serve(behind);
      const decode = `/decode/${contentIdOf(hashOf(4))}`;
      expect(await get(decode)).toMatchObject({ status: 200, body: { stored: false } });
      await add(4);
      expect(await get(decode)).toMatchObject({ status: 200, body: { stored: true, size: 104 } });
      await runStep(writer, { do: 'restrict', content: 4, user: 'owner' }, 2);
      await behind.commands.refresh();
      expect(await get(decode)).toMatchObject({ status: 200, body: { stored: false } });
    });

    it('views by its address what another has just stored', async () => {
      const get = await serve(behind);
      const view = `/view?content_id=${address}`;
      expect(await get(view)).toMatchObject({ status: 200, body: { title: 'As registered' } });
      await add(5);
      expect(await get(view)).toMatchObject({ status: 200, body: { title: 'File 5' } });
    });

    it('finishes a sale whose encrypted file another has just stored', async () => {
      const onSold = vi.fn();
      const { restrictions: rows, catalogue } = behind;
      const given = { rows, catalogue, onSold, clock: () => 1, onChange: () => {} };
      const restricted = new RestrictedContents(given as never);
      const row = { plain: hashOf(7), user: 'owner' };
      await restricted.finish(row as never, hashOf(6));
      expect(onSold).not.toHaveBeenCalled();
      await add(6);
      await restricted.finish(row as never, hashOf(6));
      expect(onSold).toHaveBeenCalledWith(hashOf(7), hashOf(6));
    });

    it('gives a key that another has just stored', async () => {
      const get = await serve(behind);
      const key = `/key?content_address=${address}&recipient=${identity.recipient.toString()}`;
      expect(await get(key)).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
      const about = { encrypted: hashOf(0), plain: null, plainSize: 1, contentType: 'audio/mpeg' };
      await keysOf(writer).put({ ...about, origin: 'author', identity });
      const key_hash = keyHashOf(identity).toString('hex');
      expect(await get(key)).toMatchObject({ status: 200, body: { key_hash } });
      await keysOf(writer).removeUnused(hashOf(0));
      await behind.commands.refresh();
      expect(await get(key)).toMatchObject({ status: 404 });
    });

    it('sends it without asking other nodes', async () => {
      await add(1);
      const remote = { mayAsk: () => expect.unreachable(), fetch: () => expect.unreachable() };
      const found = await new ReadThroughReader(behind.catalogue, remote).get(hashOf(1), {} as never);
      expect(found).toMatchObject({ name: 'file 1.bin' });
    });

    it('continues a list of changes of another', async () => {
      const [from, to] = [await serve(writer), await serve(behind)];
      await add(2);
      const cursor = String((await from('/list?since=')).body.next_cursor);
      await add(3);
      const next = await to(`/list?since=${cursor}`);
      expect(next).toMatchObject({ status: 200, body: { items: [{ record: { title: 'File 3' } }] } });
      expect(await to('/list?since=invalid')).toMatchObject({ status: 400 });
    });
  });
}
