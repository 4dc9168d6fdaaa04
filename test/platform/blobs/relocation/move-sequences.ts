import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { NodeError } from '../../../../src/core/node-error.ts';
import { storeFolders } from '../../../../src/platform/blobs/store/blob-folders.ts';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { storeBytes, temporaryFolder } from '../support/temporary-store.ts';
import { namesBelow, stateOf } from './move-folders.ts';

/** A command for the store. With `now`, its end is not awaited. */
type Step =
  | { do: 'move'; to: 0 | 1 | 2; now: boolean }
  | { do: 'cancel'; now: boolean }
  | { do: 'store' | 'settle' | 'restart' }
  /** Waits for a number of turns of the event loop. */
  | { do: 'pass'; turns: number };

const place = fc.constantFrom(0 as const, 1 as const, 2 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('move' as const), to: place, now: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), now: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('store' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('settle' as const, 'restart' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pass' as const), turns: fc.integer({ min: 1, max: 400 }) }),
  },
);

/** One store, its three folders and their invariants. */
class World {
  readonly #roots: (string | null)[];
  readonly #stored: Buffer[] = [];
  readonly #running: Promise<void>[] = [];
  readonly #failures: unknown[] = [];
  readonly #dataDir: string;
  #store: DiskBlobStore;

  constructor(dataDir: string, roots: string[]) {
    this.#dataDir = dataDir;
    this.#roots = [null, ...roots];
    this.#store = this.#open();
  }

  async run(steps: Step[]): Promise<void> {
    await this.#store.open();
    for (let count = 0; count < 3; count += 1) await this.#add();
    for (const one of steps) await this.#do(one);
    await Promise.all(this.#running);
    await this.#store.mover.settled();
    await this.#check();
    await this.#restart();
    await this.#check();
    await this.#store.close();
  }

  #open(): DiskBlobStore {
    return new DiskBlobStore({
      dataDir: this.#dataDir,
      onMoveError: (error) => this.#failures.push(error),
    });
  }

  async #do(one: Step): Promise<void> {
    const { mover } = this.#store;
    switch (one.do) {
      case 'move':
        return this.#command(() => mover.move(this.#roots[one.to] ?? null), one.now);
      case 'cancel':
        return this.#command(() => mover.cancel(), one.now);
      case 'store':
        return this.#add();
      case 'settle':
        return mover.settled();
      case 'pass':
        for (let turn = 0; turn < one.turns; turn += 1) await new Promise(setImmediate);
        return;
      case 'restart':
        return this.#restart();
    }
  }

  /** The only refusal allowed for a command: another relocation is running. */
  async #command(command: () => Promise<unknown>, now: boolean): Promise<void> {
    const running = command().then(
      () => {},
      (error: unknown) => {
        const code = error instanceof NodeError ? error.code : error;
        if (code !== 'folder_move_running' && code !== 'shutting_down') this.#failures.push(error);
      },
    );
    this.#running.push(running);
    if (!now) await running;
  }

  async #add(): Promise<void> {
    const { sha256 } = await storeBytes(this.#store, randomBytes(2000));
    this.#stored.push(sha256);
  }

  async #restart(): Promise<void> {
    await this.#store.close();
    await Promise.all(this.#running);
    this.#store = this.#open();
    await this.#store.open();
    const { folder } = existsSync(join(this.#dataDir, 'storage-folder.json')) ? stateOf(this.#dataDir) : {};
    await this.#store.mover.start((folder as string | null | undefined) ?? null);
  }

  /**
   * Checks that, without a running relocation, everything is in one folder and nothing of it is left in the
   * others.
   */
  async #check(): Promise<void> {
    await this.#store.mover.settled();
    expect(this.#failures).toEqual([]);
    const { current } = this.#store.mover;
    expect(this.#store.mover.progress()).toBeUndefined();
    for (const sha256 of this.#stored) expect(await this.#store.verify(sha256)).toMatchObject({ ok: true });
    expect(await namesBelow(join(current, 'blobs'))).toHaveLength(this.#stored.length);
    for (const folder of this.#roots.map((one) => one ?? this.#dataDir)) {
      if (folder === current) continue;
      const left = readdirSync(folder).filter((name) => name !== 'storage-folder.json');
      expect(left, folder).toEqual([]);
      expect(storeFolders.some((name) => existsSync(join(folder, name)))).toBe(false);
    }
  }
}

/**
 * Runs random sequences of relocations, reversals and restarts. A failure shows the seed and the shortest
 * failing sequence.
 */
export function playMoves(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    const folders = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()] as const;
    const [dataDir, ...roots] = folders;
    await new World(dataDir, roots).run(steps);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const { ALCOVE_MOVE_SEED: seed } = process.env;
  return fc.assert(property, { numRuns, endOnFailure: true, ...(seed && { seed: Number(seed) }) });
}
