import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/node/run-alcove.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { addedColumn, makeNextVersion, nextVersion } from '../../support/replicas/next-version.ts';
import { replicas, startTwoProcesses, type TwoProcesses } from '../../support/replicas/two-processes.ts';
import { type Ask, Uploading } from '../../support/replicas/uploading.ts';

const missing = missingPostgres();

describe.skipIf(missing)(
  `an upgrade, one replica after the other${missing ? ` (skipped: ${missing})` : ''}`,
  () => {
    let both: TwoProcesses;
    let next: string;

    beforeAll(async () => {
      both = await startTwoProcesses();
      next = makeNextVersion(both.cluster.folder('next-version'));
    });
    afterAll(() => both?.close());

    const ask = (replica: 0 | 1) => (path: string, init?: RequestInit) => both.ask(replica, path, init);
    /** Asks the other replica while this one does not listen, as a load balancer does. */
    const failingOver =
      (replica: 0 | 1): Ask =>
      (path, init) =>
        both.ask(replica, path, init).catch(() => both.ask(replica === 0 ? 1 : 0, path, init));
    const versionOf = async (replica: 0 | 1) =>
      (await (await both.ask(replica, '/api/v1/network.info')).json()).version;
    const edit = (replica: 0 | 1, id: string, title: string) =>
      both.ask(replica, `/api/v1/content/${id}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title }),
      });
    const titleOf = async (replica: 0 | 1, id: string) =>
      (await (await both.ask(replica, `/api/v1/content.view/${id}`)).json()).title;

    /** What the database has in the added column of each content. */
    async function added(): Promise<(string | null)[]> {
      const database = both.cluster.server.open();
      const rows = await database.query<{ value: string | null }>(
        `SELECT data->>'${addedColumn.name}' AS value FROM replicated_rows WHERE table_name = $1`,
        [addedColumn.table],
      );
      await database.close();
      return rows.map(({ value }) => value);
    }

    it('loses nothing while both versions run, and keeps what the next one adds', async () => {
      const uploading = new Uploading();
      for (const replica of replicas) uploading.start(failingOver(replica));
      const moreUploads = () => {
        const before = uploading.acknowledged.size;
        return expect.poll(() => uploading.acknowledged.size).toBeGreaterThan(before + 10);
      };
      await moreUploads();
      const migrated = await runCli(next, 'cluster', 'migrate', '--cluster-file', both.cluster.clusterFile());
      expect(migrated, migrated.stderr).toMatchObject({ code: 0 });
      await moreUploads();

      const upgrade = async (replica: 0 | 1) => {
        const before = await versionOf(replica);
        expect(await both.nodes[replica].end('SIGTERM')).toBe(0);
        await both.startAgain(replica, { cli: next });
        expect(await versionOf(replica)).toBe(nextVersion);
        return before;
      };
      const former = await upgrade(0);
      await moreUploads();
      expect(await versionOf(1)).toBe(former);

      const id = (await new Uploading().once(ask(0))) ?? '';
      const count = (await added()).filter((value) => value === addedColumn.value).length;
      expect(count).toBeGreaterThan(0);
      expect((await edit(1, id, 'edited by the former version')).status).toBe(200);
      // A replica learns of the changes of another one a moment later.
      await expect.poll(() => titleOf(0, id)).toBe('edited by the former version');
      expect((await added()).filter((value) => value === addedColumn.value).length).toBeGreaterThanOrEqual(
        count,
      );

      await upgrade(1);
      await moreUploads();
      await uploading.end();
      for (const replica of replicas) await uploading.expectAllAt(ask(replica));
    });
  },
);
