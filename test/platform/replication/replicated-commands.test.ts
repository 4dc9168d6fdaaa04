import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  DatabaseUnavailableError,
  OutcomeUnknownError,
} from '../../../src/platform/postgres/database-error.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../../src/platform/replication/replicated-commands.ts';
import type { Db } from '../../../src/platform/sqlite/database.ts';
import { emptiedRows } from '../../content/replicated/replica.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { startTwoReplicas, type TwoReplicas } from '../../support/postgres/two-replicas.ts';
import { randomBytes } from '../../support/random-bytes.ts';

const missing = missingPostgres();

/** `names` is not replicated: each replica derives it. */
const schema = `
  CREATE TABLE IF NOT EXISTS things (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value INTEGER, bytes BLOB,
    doubled INTEGER GENERATED ALWAYS AS (id * 2) STORED) STRICT;
  CREATE TABLE IF NOT EXISTS parts (thing INTEGER NOT NULL REFERENCES things ON DELETE CASCADE, part TEXT NOT NULL,
    PRIMARY KEY (thing, part)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS measures (id INTEGER PRIMARY KEY, value REAL) STRICT;
  CREATE TABLE IF NOT EXISTS count (things INTEGER NOT NULL) STRICT;
  INSERT INTO count SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM count);
  CREATE TABLE IF NOT EXISTS names (thing INTEGER PRIMARY KEY REFERENCES things ON DELETE CASCADE, name TEXT) STRICT;
  CREATE TRIGGER IF NOT EXISTS added AFTER INSERT ON things BEGIN
    UPDATE count SET things = things + 1;
    INSERT INTO names VALUES (new.id, new.name);
  END;
  CREATE TRIGGER IF NOT EXISTS renamed AFTER UPDATE OF name ON things BEGIN
    UPDATE names SET name = new.name WHERE thing = new.id;
  END;
  CREATE TRIGGER IF NOT EXISTS removed BEFORE DELETE ON things BEGIN
    DELETE FROM parts WHERE thing = old.id;
    UPDATE count SET things = things - 1;
  END;`;
/** Statements with an id and a name. */
const statements = [
  'INSERT OR REPLACE INTO things (id, name) VALUES (@id, @name)',
  'UPDATE OR IGNORE things SET name = @name WHERE id = @id',
  "UPDATE things SET name = id || ' after ' || @name WHERE id = @id",
  'DELETE FROM things WHERE id = @id AND name <> @name',
  'INSERT OR IGNORE INTO parts SELECT id, @name FROM things WHERE id = @id',
];
const tables = { rows: ['things', 'parts', 'measures'], counters: ['count'] };

describe.skipIf(missing)(`commands of replicas${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoReplicas;
  let { server, replicas } = {} as TwoReplicas;
  let [a, b] = [] as unknown as [Replica, Replica];

  beforeAll(async () => {
    both = await startTwoReplicas();
    ({ server, replicas } = both);
  });
  afterAll(() => both.end());
  beforeEach(async () => {
    await emptiedRows(replicas[0]);
    [a, b] = [open(replicas[0]), open(replicas[1])];
    await Promise.all([a.commands.join(), b.commands.join()]);
  });

  type Replica = ReturnType<typeof open>;
  const open = (database: PostgresDatabase, file?: string, given = tables) => {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-replica-'));
    const db = openTestDatabase(file ?? join(folder, 'alcove.db'));
    db.exec(schema);
    const commands = new ReplicatedCommands({ database, db, tables: [given], pageSize: 2 });
    let isOpen = true;
    const close = async () => {
      if (!isOpen) return;
      isOpen = false;
      await commands.close();
      db.close();
      rmSync(folder, { recursive: true });
    };
    onTestFinished(close);
    const add = (id: number, name = `thing ${id}`) => {
      db.prepare('INSERT INTO things (id, name) VALUES (?, ?)').run(id, name);
      db.prepare('INSERT INTO parts VALUES (?, ?), (?, ?)').run(id, 'first', id, 'second');
    };
    return {
      db,
      commands,
      close,
      add: (id: number, name?: string) => commands.run(() => add(id, name)),
      remove: (id: number) =>
        commands.run(() => db.prepare('DELETE FROM things WHERE id = ?').run(id).changes),
    };
  };
  const rowsOf = (db: Db) =>
    ['things', 'parts', 'count', 'names'].map((table) =>
      db.prepare(`SELECT * FROM ${table}`).safeIntegers().all(),
    );
  const namesOf = ({ db }: Replica) => db.prepare('SELECT name FROM things ORDER BY id').pluck().all();
  const last = async () =>
    (await replicas[0].query<{ last: number }>('SELECT last FROM replicated_changes'))[0]?.last;
  const expectSame = async (...some: Replica[]) => {
    for (const { commands } of some) await commands.refresh();
    for (const { db } of some) expect(rowsOf(db)).toEqual(rowsOf((some[0] as Replica).db));
  };
  const detour = async () => {
    const opened = await server.detour();
    const database = server.open({ url: opened.url });
    onTestFinished(async () => {
      await database.close();
      await opened.close();
    });
    return { ...opened, database };
  };

  it('begin with the rows of the first replica, and refuse those of others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-own-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ownFile = (name: string) => {
      const db = openTestDatabase(join(folder, name));
      db.exec(`${schema} INSERT INTO things (id, name) VALUES (1, '${name}'), (2, 'two'), (3, 'three')`);
      db.close();
      return join(folder, name);
    };
    await emptiedRows(replicas[0]);
    const first = open(replicas[0], ownFile('first'));
    await first.commands.join();
    const second = open(replicas[1]);
    await second.commands.join();
    await expectSame(first, second);
    expect(namesOf(second)).toEqual(['first', 'two', 'three']);
    const refused = open(replicas[1], ownFile('refused'));
    for (const joins of [
      () => refused.commands.join(),
      () => refused.commands.refresh(),
      () => refused.add(4),
    ]) {
      await expect(joins()).rejects.toThrow('contents of its own (things)');
    }
    expect(namesOf(refused)).toEqual(['refused', 'two', 'three']);
    await emptiedRows(replicas[0]);
    await expect(second.commands.refresh()).rejects.toThrow('another database');
    expect(namesOf(second)).toHaveLength(3);
  });

  it('share rows that an earlier version did not replicate, of the first replica that is upgraded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-earlier-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const earlier = { rows: ['things'], counters: ['count'] };
    const files = ['one', 'other'].map((name) => join(folder, name));
    const before = files.map((file) => open(replicas[0], file, earlier));
    for (const { commands } of before) await commands.join();
    const [one, other] = before as [Replica, Replica];
    for (const id of [1, 2]) await one.add(id);
    await other.commands.refresh();
    one.db.exec("INSERT INTO parts VALUES (1, 'first'), (1, 'second'), (2, 'first')");
    other.db.exec("INSERT INTO parts VALUES (1, 'of the other')");
    for (const { close } of before) await close();
    // Also the parts of a thing that is removed before the upgrade.
    await a.commands.refresh();
    await a.remove(2);

    const upgraded = files.map((file) => open(replicas[1], file));
    for (const { commands } of upgraded) await commands.join();
    await expectSame(a, b, ...upgraded);
    const parts = a.db.prepare('SELECT thing, part FROM parts').raw().all();
    expect(parts).toEqual(['first', 'second'].map((part) => [1, part]));
    await upgraded[0]?.remove(1);
    await expectSame(a, b, ...upgraded);
  });

  it('share such rows once where several replicas are upgraded at once, while others write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-earlier-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const earlier = { rows: ['things'], counters: ['count'] };
    const files = ['one', 'other'].map((name) => join(folder, name));
    for (const id of [1, 2])
      await a.commands.run(() => a.db.exec(`INSERT INTO things (id, name) VALUES (${id}, '${id}')`));
    for (const file of files) {
      const { db, commands, close } = open(replicas[0], file, earlier);
      await commands.join();
      db.exec(`INSERT INTO parts VALUES (1, '${file}'), (2, '${file}')`);
      await close();
    }
    const upgraded = files.map((file, index) => open(replicas[index] as PostgresDatabase, file));
    const writing = async () => {
      for (let id = 3; id < 20; id += 1)
        await a.commands.run(() => a.db.exec(`INSERT INTO things (id, name) VALUES (${id}, '${id}')`));
      await a.remove(2);
    };
    await Promise.all([writing(), ...upgraded.map(({ commands }) => commands.join())]);
    await expectSame(a, b, ...upgraded);
    const parts = a.db.prepare('SELECT thing, part FROM parts').raw().all();
    expect(files.map((file) => [[1, file]])).toContainEqual(parts);
  });

  it('of an earlier version remove what refers to their rows, which only later versions share', async () => {
    const earlier = open(replicas[1], undefined, { rows: ['things'], counters: ['count'] });
    await earlier.commands.join();
    for (const id of [1, 2]) await a.add(id);
    await b.commands.refresh();
    await earlier.remove(1);
    await expectSame(a, b);
    expect(a.db.prepare('SELECT thing FROM parts').pluck().all()).toEqual([2, 2]);
    await a.add(1);
    const joined = open(replicas[1]);
    await expectSame(a, b, joined);
  });

  it('copy every value', async () => {
    const insert = 'INSERT INTO things (id, name, value, bytes) VALUES (?, ?, ?, ?)';
    const values: unknown[][] = [
      [1n, 'a\0b', 2n ** 53n + 1n, Buffer.from([0, 255])],
      [-(2n ** 53n) - 1n, '🜁 "quoted" \\ {"blob":""}', -(2n ** 63n), Buffer.alloc(0)],
      [3n, '', null, null],
      [4n, '\ud800'.toWellFormed(), 0n, Buffer.alloc(100_000, 7)],
    ];
    await a.commands.run(() => {
      for (const row of values) a.db.prepare(insert).run(...row);
    });
    await expectSame(a, b);
    const stored = b.db.prepare('SELECT id, name, value, bytes FROM things').raw().safeIntegers().all();
    expect(stored).toEqual(expect.arrayContaining(values));
    await a.commands.run(() =>
      a.db.exec('INSERT INTO measures VALUES (1, 1e300), (2, 9e999), (3, -9e999), (4, 0.5)'),
    );
    await expectSame(a, b);
    expect(b.db.prepare('SELECT value FROM measures').pluck().all()).toEqual([
      1e300,
      Infinity,
      -Infinity,
      0.5,
    ]);
    await a.commands.run(() => a.db.exec("UPDATE things SET name = 'other', bytes = NULL WHERE id = 1"));
    await expectSame(b, a);
    expect(b.db.prepare('SELECT name, bytes FROM things WHERE id = 1').raw().get()).toEqual(['other', null]);
  });

  it('are the only way to write replicated tables', async () => {
    await a.add(1);
    const before = rowsOf(a.db);
    const without = 'written without a command';
    for (const statement of [
      "INSERT INTO things (id, name) VALUES (2, 'x')",
      "UPDATE things SET name = 'x'",
      'DELETE FROM things',
      "INSERT INTO things (id, name) VALUES (1, 'x') ON CONFLICT DO NOTHING",
    ]) {
      expect(() => a.db.exec(statement), statement).toThrow(without);
    }
    a.db.exec('CREATE TRIGGER renaming AFTER UPDATE ON names BEGIN UPDATE things SET name = new.name; END');
    expect(() => a.db.exec("UPDATE names SET name = 'x'")).toThrow(without);
    a.db.exec("DROP TRIGGER renaming; UPDATE names SET name = 'thing 1'");
    expect(rowsOf(a.db)).toEqual(before);
  });

  it('fail alone, and take no number where they change nothing', async () => {
    const failing = a.commands.run(() => {
      a.db.exec("INSERT INTO things (id, name) VALUES (9, 'never')");
      throw new Error('refused');
    });
    const results = Promise.allSettled([a.add(1), failing, a.add(1), a.add(2), a.remove(7)]);
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    const changes = await last();
    await expect(a.commands.run(() => a.db.exec('UPDATE count SET things = things'))).resolves.toBeDefined();
    await expect(a.add(2)).rejects.toThrow('UNIQUE');
    expect(await last()).toBe(changes);
    expect(await replicas[0].query("SELECT key FROM replicated_rows WHERE key = '[9]'")).toEqual([]);
    await expectSame(a, b);
    expect(namesOf(b)).toEqual(['thing 1', 'thing 2']);
  });

  it('run one group at a time, and see all that others committed before', async () => {
    await a.add(0);
    const step = ({ commands, db }: Replica, name: string) =>
      commands.run(() => db.prepare('UPDATE things SET value = coalesce(value, 0) + 1, name = ?').run(name));
    const steps = Array.from({ length: 40 }, (_, n) => [step(a, `a ${n}`), step(b, `b ${n}`)]);
    await Promise.all(steps.flat());
    await expectSame(a, b);
    expect(a.db.prepare('SELECT value FROM things').pluck().get()).toBe(80);
    // Commands that wait while a group is committed are one group.
    expect(await last()).toBeLessThan(60);
  });

  it('move unique values from removed rows to new ones', async () => {
    await a.add(1, 'name');
    await b.commands.refresh();
    await a.remove(1);
    await a.add(2, 'name');
    await expectSame(a, b);
    expect(namesOf(b)).toEqual(['name']);
    await b.commands.run(() => {
      b.db.exec('DELETE FROM things');
      b.db.exec("INSERT INTO things (id, name) VALUES (1, 'name'); INSERT INTO parts VALUES (1, 'third')");
    });
    await expectSame(a, b);
    expect(a.db.prepare('SELECT * FROM parts').all()).toEqual([{ thing: 1, part: 'third' }]);
  });

  it('pass unique values between rows, also when several changes are copied together', async () => {
    const anyId = fc.integer({ min: 1, max: 4 });
    const anyName = fc.constantFrom('one', 'two', 'three', 'four');
    const step = fc.record({ sql: fc.constantFrom(...statements), id: anyId, name: anyName });
    const group = fc.record({
      by: fc.nat(1),
      steps: fc.array(step, { minLength: 1, maxLength: 4 }),
      isCompared: fc.boolean(),
    });
    const run = async (history: (typeof group extends fc.Arbitrary<infer Group> ? Group : never)[]) => {
      await emptiedRows(replicas[0]);
      const pair = [open(replicas[0]), open(replicas[1])] as const;
      const one = openTestDatabase(join(mkdtempSync(join(tmpdir(), 'alcove-one-')), 'alcove.db'));
      one.pragma('recursive_triggers = ON');
      one.exec(schema);
      for (const { commands } of pair) await commands.join();
      for (const { by, steps, isCompared } of history) {
        const { db, commands } = pair[by] as Replica;
        const runOn = (on: Db) => steps.forEach(({ sql, ...values }) => on.prepare(sql).run(values));
        one.transaction(() => runOn(one))();
        await commands.run(() => runOn(db));
        if (!isCompared) continue;
        await expectSame(...pair);
        expect(rowsOf(pair[0].db)).toEqual(rowsOf(one));
      }
      await expectSame(...pair);
      expect(rowsOf(pair[1].db)).toEqual(rowsOf(one));
      for (const { close } of pair) await close();
      one.close();
    };
    await fc.assert(fc.asyncProperty(fc.array(group, { minLength: 5, maxLength: 15 }), run), {
      seed: 1,
      numRuns: 20,
    });
  });

  it('refuse tables whose rows could not be copied', () => {
    const db = openTestDatabase(join(mkdtempSync(join(tmpdir(), 'alcove-replica-')), 'alcove.db'));
    onTestFinished(() => void db.close());
    db.exec(`${schema}
      CREATE TABLE deferred (id INTEGER PRIMARY KEY REFERENCES things DEFERRABLE INITIALLY DEFERRED);
      CREATE TABLE partial (id INTEGER PRIMARY KEY, name TEXT);
      CREATE UNIQUE INDEX partial_names ON partial (name) WHERE id > 1;
      CREATE TABLE expression (id INTEGER PRIMARY KEY, name TEXT);
      CREATE UNIQUE INDEX expression_names ON expression (lower(name));`);
    const opens = (table: string) => () =>
      new ReplicatedCommands({
        database: replicas[0],
        db,
        tables: [{ rows: ['things', table], counters: [] }],
      });
    expect(opens('deferred')).toThrow('deferred has a deferred foreign key');
    expect(opens('partial')).toThrow('partial has a unique index');
    expect(opens('expression')).toThrow('expression has a unique index');
  });

  it('that PostgreSQL refuses fail alone', async () => {
    await a.add(1);
    // Longer than a row of an index, also compressed.
    const tooLong = randomBytes(10_000).toString('hex');
    const refused = a.commands.run(() => a.db.prepare('INSERT INTO parts VALUES (1, ?)').run(tooLong));
    const results = await Promise.allSettled([a.add(2), refused, a.add(3), refused]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    await expectSame(a, b);
    expect(namesOf(b)).toEqual(['thing 1', 'thing 2', 'thing 3']);
  });

  it('reach replicas that follow, also without notifications', async () => {
    await Promise.all([a.commands.open(), b.commands.open()]);
    await a.add(1);
    await expect.poll(() => namesOf(b)).toEqual(['thing 1']);
    await replicas[0].query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN alcove_rows'",
    );
    await a.add(2);
    await expect.poll(() => namesOf(b)).toEqual(['thing 1', 'thing 2']);
    await replicas[0].query(
      `INSERT INTO replicated_rows VALUES ('things', '[3]', '{"id": 3, "name": "without notification"}', 1000)`,
    );
    await replicas[0].query('UPDATE replicated_changes SET last = 1000');
    await expect.poll(() => namesOf(b)).toContain('without notification');
  });

  it('that lost the connection at the commit may have run, which the next refresh tells', async () => {
    const { database, loseAnswerTo } = await detour();
    const replica = open(database);
    await replica.commands.join();
    loseAnswerTo('COMMIT');
    await expect(replica.add(1)).rejects.toThrow(OutcomeUnknownError);
    expect(namesOf(replica)).toEqual([]);
    await expectSame(b, replica);
    expect(namesOf(replica)).toEqual(['thing 1']);
    loseAnswerTo('replicated_rows');
    const failed = await replica.add(2).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(DatabaseUnavailableError);
    expect(failed).not.toBeInstanceOf(OutcomeUnknownError);
    await expectSame(b, replica);
    await replica.add(2);
    await expectSame(b, replica);
    expect(namesOf(b)).toEqual(['thing 1', 'thing 2']);
  });

  it('that were stopped while they held the lock change nothing, and others go on', async () => {
    const database = server.open({ limits: { connect: 60_000, statement: 60_000, answer: 500 } });
    onTestFinished(() => database.close());
    const still = open(database);
    await still.commands.join();
    const stopped = still.commands.run(() => {
      still.db.exec("INSERT INTO things (id, name) VALUES (1, 'too late')");
      // Stops the whole process, as a signal would.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    });
    await expect(stopped).rejects.toThrow(DatabaseUnavailableError);
    await b.add(1);
    await expectSame(a, b, still);
    expect(namesOf(still)).toEqual(['thing 1']);
  });

  it('are committed although the copy of the replica could not be written, which the next refresh does', async () => {
    let isFailing = true;
    a.commands.follow({
      changed: () => {},
      finish: () => {
        if (isFailing) throw new Error('the disk is full');
      },
    });
    await expect(a.add(1)).rejects.toThrow(OutcomeUnknownError);
    expect(namesOf(a)).toEqual([]);
    isFailing = false;
    await expectSame(b, a);
    expect(namesOf(a)).toEqual(['thing 1']);
  });

  it('fail while the database is down, and reads go on', async () => {
    await a.add(1);
    await server.end('at once');
    const results = await Promise.allSettled([a.add(2), a.add(3), a.commands.refresh()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(namesOf(a)).toEqual(['thing 1']);
    await server.start();
    await a.add(2);
    await expectSame(a, b);
    expect(namesOf(b)).toEqual(['thing 1', 'thing 2']);
  });

  it('share one refresh among calls that wait', async () => {
    await a.add(1);
    const query = vi.spyOn(replicas[1], 'query');
    await Promise.all(Array.from({ length: 50 }, () => b.commands.refresh()));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(namesOf(b)).toEqual(['thing 1']);
  });

  describe('a replica that was away', () => {
    const file = () => {
      const folder = mkdtempSync(join(tmpdir(), 'alcove-away-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      return join(folder, 'alcove.db');
    };
    /** A copy of things 1 to 5, of which 1 and 2 were removed since, and 5 replaced. */
    const away = async () => {
      const path = file();
      const replica = open(replicas[1], path);
      for (const id of [1, 2, 3, 4, 5]) await a.add(id);
      await replica.commands.join();
      await replica.close();
      for (const id of [1, 2, 5]) await a.remove(id);
      await a.add(6, 'thing 5');
      return path;
    };

    it('copies what it missed', async () => {
      const replica = open(replicas[1], await away());
      await expectSame(a, replica);
      expect(namesOf(replica)).toEqual(['thing 3', 'thing 4', 'thing 5']);
    });

    it('begins again when removed rows were forgotten, and only then', async () => {
      const path = await away();
      await a.commands.prune();
      const removed = 'SELECT count(*)::int AS rows FROM replicated_rows WHERE data IS NULL';
      expect(await replicas[0].query(removed)).toEqual([{ rows: 9 }]);
      await replicas[0].query("UPDATE replicated_rows SET removed_at = removed_at - interval '31 days'");
      await a.commands.prune();
      expect(await replicas[0].query(removed)).toEqual([{ rows: 0 }]);
      const replica = open(replicas[1], path);
      await expectSame(a, replica);
      expect(namesOf(replica)).toEqual(['thing 3', 'thing 4', 'thing 5']);
      const changed: string[] = [];
      replica.commands.follow({ changed: (table) => changed.push(table) });
      await a.add(7);
      await replica.commands.refresh();
      // Without the rows that it has.
      expect(changed.sort()).toEqual(['count', 'parts', 'parts', 'things']);
    });

    it('brings back no rows that were forgotten, also when it is of an earlier version', async () => {
      const path = file();
      const older = open(replicas[1], path, { rows: ['things'], counters: ['count'] });
      await a.add(1);
      await older.commands.join();
      await older.close();
      await a.remove(1);
      await replicas[0].query("UPDATE replicated_rows SET removed_at = removed_at - interval '31 days'");
      await a.commands.prune();
      const upgraded = open(replicas[1], path);
      await upgraded.commands.join();
      await a.commands.refresh();
      expect(namesOf(a)).toEqual([]);
      expect(namesOf(upgraded)).toEqual([]);
    });

    it('begins again when the database was restored, also when others have changed it since', async () => {
      const copied = ['replicated_rows', 'replicated_changes', 'replicated_change_ids'];
      const path = file();
      const older = open(replicas[1], path);
      await a.add(1);
      await older.commands.refresh();
      await older.close();
      for (const table of copied) await replicas[0].query(`CREATE TABLE saved_${table} AS TABLE ${table}`);
      await a.add(2);
      await b.commands.refresh();
      for (const table of copied) {
        await replicas[0].query(`TRUNCATE ${table}`);
        await replicas[0].query(`INSERT INTO ${table} TABLE saved_${table}`);
        await replicas[0].query(`DROP TABLE saved_${table}`);
      }
      const kept = open(replicas[1], path);
      const changed: string[] = [];
      kept.commands.follow({ changed: (table) => changed.push(table) });
      await kept.add(3);
      expect(changed.sort()).toEqual(['count', 'parts', 'parts', 'things']);
      await b.commands.refresh();
      expect(namesOf(b)).toEqual(['thing 1', 'thing 3']);
      await kept.add(4);
      await a.add(5);
      await expectSame(a, b, kept);
      expect(namesOf(a)).toEqual(['thing 1', 'thing 3', 'thing 4', 'thing 5']);
    });

    it('begins again with other columns, and keeps those that it does not know', async () => {
      await a.add(1);
      await replicas[0].query(
        `UPDATE replicated_rows SET data = data || '{"colour": "red"}' WHERE table_name = 'things'`,
      );
      await replicas[0].query("INSERT INTO replicated_rows VALUES ('later', '[1]', '{}', 1)");
      const path = file();
      const older = open(replicas[1], path);
      await older.commands.join();
      await older.commands.run(() => older.db.exec("UPDATE things SET name = 'new'"));
      await older.close();
      const later = openTestDatabase(path);
      later.exec("ALTER TABLE things ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'");
      later.close();
      const newer = open(replicas[1], path);
      await newer.commands.refresh();
      expect(newer.db.prepare('SELECT name, colour FROM things').raw().all()).toEqual([['new', 'red']]);
      await a.add(2);
      await newer.commands.refresh();
      expect(newer.db.prepare('SELECT colour FROM things WHERE id = 2').pluck().get()).toBe('none');
    });
  });
});
