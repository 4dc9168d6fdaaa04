import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { replicatedSignInTables } from '../../src/features/auth/index.ts';
import { ApiTokenRepository } from '../../src/features/auth/repository/api-token-repository.ts';
import { SignInRepository } from '../../src/features/auth/repository/sign-in-repository.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../src/platform/replication/replicated-commands.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { emptiedRows } from '../content/replicated/replica.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

export type AuthReplica = Awaited<ReturnType<typeof openAuthReplica>>;

/**
 * Opens a replica with what sign-in stores. It does not follow others by itself.
 * @param before changes the new database before it joins
 */
export async function openAuthReplica(database: PostgresDatabase, before: (db: Db) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-auth-'));
  const db = openTestDatabase(join(folder, 'alcove.db'));
  // A tenth of the time.
  db.pragma('synchronous = OFF');
  before(db);
  const commands = new ReplicatedCommands({ database, db, tables: [replicatedSignInTables] });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await commands.close();
    db.close();
    rmSync(folder, { recursive: true });
  };
  onTestFinished(close);
  await commands.join();
  const [store, tokens] = [new SignInRepository(db, commands), new ApiTokenRepository(db, commands)];
  return { db, commands, store, tokens, close };
}

/** Opens two replicas that share nothing yet. */
export async function openTwoAuthReplicas(
  databases: readonly [PostgresDatabase, PostgresDatabase],
): Promise<[AuthReplica, AuthReplica]> {
  await emptiedRows(databases[0]);
  return [await openAuthReplica(databases[0]), await openAuthReplica(databases[1])];
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Methods of a store, which may return later. */
export type Later<Store> = {
  [Name in keyof Store]: Store[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Result | Promise<Awaited<Result>>
    : never;
};

/** Returns a store whose calls go to two replicas in turn; each first copies what the other one has written. */
export function inTurns<Store extends object>(
  replicas: readonly [AuthReplica, AuthReplica],
  storeOf: (replica: AuthReplica) => Store,
): Later<Store> {
  let turn = 0;
  const call = async (name: string, args: unknown[]) => {
    if (name === 'writeUses') {
      for (const { store, tokens } of replicas) await Promise.all([store.writeUses(), tokens.writeUses()]);
      return undefined;
    }
    const replica = replicas[turn++ % 2] as AuthReplica;
    await replica.commands.refresh();
    return (storeOf(replica) as Methods)[name]?.(...args);
  };
  const isMethod = (name: string | symbol): name is string =>
    typeof (storeOf(replicas[0]) as Methods)[String(name)] === 'function';
  const get = (_: object, name: string | symbol) =>
    isMethod(name) ? (...args: unknown[]) => call(name, args) : undefined;
  return new Proxy({}, { get }) as Later<Store>;
}
