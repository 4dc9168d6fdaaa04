import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAlcove } from '../../support/node/run-alcove.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { randomKey } from '../../support/random-bytes.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';

const missing = missingPostgres();

interface Step {
  title: string;
  result: string;
  detail: string;
}

describe.skipIf(missing)(`alcove cluster${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await openCluster();
  });
  afterAll(() => cluster?.close());

  const check = async (clusterFile: string) => {
    const { code, stdout } = await runAlcove('cluster', 'check', '--json', '--cluster-file', clusterFile);
    return { code, steps: (JSON.parse(stdout) as { steps: Step[] }).steps };
  };
  const migrate = (clusterFile: string) => runAlcove('cluster', 'migrate', '--cluster-file', clusterFile);
  const failure = { code: 1 };

  it('tells of each step what the database does, and asks to migrate an empty one', async () => {
    const before = await check(cluster.clusterFile());
    expect(before).toMatchObject(failure);
    expect(before.steps.map(({ result }) => result)).toEqual(['ok', 'ok', 'ok', 'ok', 'look', 'failed']);
    const [version, , notification, , standby, tables] = before.steps.map(({ detail }) => detail);
    expect(version).toMatch(/^PostgreSQL \d+/);
    expect(notification).toMatch(/^after \d+\.\d ms$/);
    // The servers of tests run without it.
    expect(standby).toContain('fsync');
    expect(tables).toContain('alcove cluster migrate');
    const left = "SELECT count(*) AS count FROM pg_tables WHERE schemaname = 'public'";
    const database = cluster.server.open();
    expect(await database.query(left)).toEqual([{ count: 0 }]);
    await database.close();
  });

  it('creates the tables once, for one node', async () => {
    const file = cluster.clusterFile();
    expect(await migrate(file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('from version 0 to'),
    });
    expect(await migrate(file)).toMatchObject({ code: 0, stdout: expect.stringContaining('already') });
    expect(await check(file)).toMatchObject({ code: 0, steps: { length: 6 } });
    const other = cluster.clusterFile({ node_secret: randomKey().toString('base64') });
    expect(await migrate(other)).toMatchObject({ ...failure, stderr: expect.stringContaining('belongs to') });
    expect((await check(other)).steps.at(-1)).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('belongs to'),
    });
  });

  it('explains why a database cannot be used, without the password', async () => {
    const wrong = await check(cluster.clusterFile({ database_password: 'top-secret-value' }));
    expect(wrong.steps).toEqual([
      {
        title: 'connect to the database',
        result: 'failed',
        detail: expect.stringContaining('password authentication failed'),
      },
    ]);
    const absent = await check(
      cluster.clusterFile({ database_url: 'postgresql://alcove@127.0.0.1:9/alcove' }),
    );
    expect(absent.steps[0]?.detail).toMatch(/^no answer \(.*ECONNREFUSED.*Check the address/);
    for (const [changes, problem] of [
      [{ database_url: 'postgresql://alcove:top-secret-value@host/alcove' }, 'must contain no password'],
      [{ database_url: 'mysql://host/alcove' }, 'must begin with postgresql://'],
      [{ node_secret: 'dG9wLXNlY3JldA==' }, 'must be 32 bytes in Base64'],
      [{ extra: 'top-secret-value' }, 'extra'],
    ] as const) {
      const refused = await migrate(cluster.clusterFile(changes));
      expect(refused).toMatchObject({ ...failure, stderr: expect.stringContaining(problem) });
      expect(refused.stderr).not.toContain('top-secret');
    }
  });
});
