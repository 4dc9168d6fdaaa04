import type { Lease } from '../../core/concurrency/leader.ts';
import type { Db } from './database.ts';
import type { InTransaction } from './transaction.ts';

/** A queued write, with the functions that settle its promise. */
export interface Command {
  run: () => unknown;
  last: ((value: unknown) => void) | undefined;
  lease?: Lease | undefined;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs writes in one transaction. A failed one is rolled back alone.
 * @returns functions that settle the promises, to be called when the transaction is committed
 * @throws when none could be written
 */
export const runGroup = (
  db: Db,
  group: readonly Command[],
  inTransaction: InTransaction,
): readonly (() => void)[] => runTogether(group, inTransaction) ?? runEach(db, group, inTransaction);

/**
 * Runs without a savepoint for each write, which takes less time. Returns undefined if a write failed; then nothing is
 * written.
 */
function runTogether(group: readonly Command[], inTransaction: InTransaction): (() => void)[] | undefined {
  try {
    return inTransaction(() =>
      runInOrder(group, ({ run, resolve }) => {
        const value = run();
        return { value, settle: () => resolve(value) };
      }),
    );
  } catch {
    return undefined;
  }
}

/** Runs with a savepoint for each write, so that a failed one is rolled back alone. */
function runEach(db: Db, group: readonly Command[], inTransaction: InTransaction): (() => void)[] {
  return inTransaction(() =>
    runInOrder(group, ({ run, resolve, reject }) => {
      try {
        const value = db.transaction(run)();
        return { value, settle: () => resolve(value) };
      } catch (error) {
        // On some errors, such as a full disk, SQLite rolls back the whole transaction.
        if (!db.inTransaction) throw error;
        return { settle: () => reject(error) };
      }
    }),
  );
}

/** Runs writes with their last parts; see `Commands.run`. */
function runInOrder(
  group: readonly Command[],
  run: (command: Command) => { value?: unknown; settle: () => void },
): (() => void)[] {
  const lastParts: (() => void)[] = [];
  const runLastParts = () => {
    for (const part of lastParts.splice(0)) part();
  };
  const settle = group.map((command) => {
    const { last } = command;
    if (!last) runLastParts();
    const done = run(command);
    if (last && 'value' in done) lastParts.push(() => last(done.value));
    return done.settle;
  });
  runLastParts();
  return settle;
}
