import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { NodeError } from '../../../core/node-error.ts';
import { BlobFolders } from '../store/blob-folders.ts';
import { asWriteError, systemCode } from '../store/disk-errors.ts';
import { ensureState, readState, storageFolders, writeState } from '../store/storage-state.ts';
import type { StorePlaces } from '../store/store-places.ts';
import { shuttingDown } from '../write/receiver.ts';
import { type MoveCounts, MoveRun, type MoveRunMeans, measure } from './move-run.ts';
import { asFolderProblem, claimFolder } from './storage-choice.ts';
import { tidyUp } from './tidy-up.ts';

/** Progress is told at most once in so many ms. */
const reportEvery = 500;

/** How far a move is. Folders as paths. */
export interface MoveProgress extends MoveCounts {
  from: string;
  to: string;
  /** `failed`: it stands still until it is asked for again, or until the next start. */
  state: 'running' | 'failed';
  /** Why it failed, and what to do; for a person. */
  message: string | null;
}

export interface StoreMoverMeans extends Omit<MoveRunMeans, 'onProgress'> {
  dataDir: string;
  places: StorePlaces;
  /** Bytes of a disk of that size that must stay free. */
  floor: (diskSize: number) => number;
  /** Progress was made, or the move began, turned, failed or ended. */
  onChange: () => void;
  onError: (error: unknown) => void;
}

/**
 * Moves a store to another folder while it is in use. Which folders it lies in is written down durably before the
 * first file moves and after the last one has: a move that was interrupted, however that came, goes on by `start`. The
 * next command begins when the last move has ended, with what it leaves tidied up: both may want the same folder.
 */
export class StoreMover {
  readonly #means: StoreMoverMeans;
  #run: MoveRun | undefined;
  #running: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  #failure: string | undefined;
  readonly #commands = new KeyedMutex();
  #closed = false;
  #reportedAt = 0;

  constructor(means: StoreMoverMeans) {
    this.#means = means;
  }

  /** The folder that everything new goes to. */
  get current(): string {
    return this.#means.places.current.folder;
  }

  /** While the store moves: the folder that holds the rest. */
  get movingFrom(): string | undefined {
    return this.#means.places.previous?.folder;
  }

  /** Undefined while nothing moves. */
  progress(): MoveProgress | undefined {
    const from = this.movingFrom;
    if (from === undefined) return undefined;
    const none = { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 };
    return {
      from,
      to: this.current,
      state: this.#failure === undefined ? 'running' : 'failed',
      message: this.#failure ?? null,
      ...(this.#run?.counts ?? none),
    };
  }

  /**
   * Goes on with a move that was interrupted, else begins one if the store is not where it is wanted. A move to a third
   * place waits for the start after that.
   * @param wanted a folder, or null for the data folder
   * @throws NodeError `folder_unusable`
   */
  start(wanted: string | null): Promise<void> {
    return this.#inTurn(async () => {
      await this.#tidyUpLeft();
      const { previous } = this.#means.places;
      if (!previous) await this.#moveTo(wanted);
      else if (await this.#isAt(previous, wanted)) await this.#turn(previous);
      else this.#goOn();
    });
  }

  /**
   * Begins to move the store; resolves when that is written down and files begin to move. Asked again for the same
   * folder it goes on after a failure; asked for the folder that it comes from it turns round.
   * @param wanted a folder, made if only itself is missing, or null for the data folder
   * @throws NodeError `folder_unusable`, `folder_move_running`
   */
  move(wanted: string | null): Promise<void> {
    return this.#inTurn(() => this.#moveTo(wanted));
  }

  /**
   * Turns a move round: everything goes back to where it was. Resolves when it has turned.
   * @returns the folder that everything is in now, or goes to; null for the data folder
   */
  cancel(): Promise<string | null> {
    return this.#inTurn(async () => {
      const { dataDir, places } = this.#means;
      if (places.previous) await this.#turn(places.previous);
      return this.current === dataDir ? null : this.current;
    });
  }

  /** Resolves when nothing moves any more: all is done, or the move has failed. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** Stops moving; the rest is for the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.abort();
    await this.#afterCommands(async () => {});
    await this.#running;
  }

  async #moveTo(wanted: string | null): Promise<void> {
    const { current, previous } = this.#means.places;
    if (await this.#isAt(current, wanted)) {
      if (previous && this.#failure !== undefined) this.#goOn();
    } else if (!previous) {
      await this.#begin(wanted);
    } else if (await this.#isAt(previous, wanted)) {
      await this.#turn(previous);
    } else {
      throw running();
    }
  }

  async #begin(wanted: string | null): Promise<void> {
    const { dataDir, places, floor } = this.#means;
    const from = places.current;
    const state = ensureState(dataDir);
    const isData = wanted === null || (await isSame(wanted, dataDir));
    const bytesFrom = async (device: number) =>
      (await stat(from.folder)).dev === device ? 0 : (await measure(from)).bytes;
    const folder = isData
      ? dataDir
      : await claimFolder(wanted, { dataDir, id: state.id, used: [from.folder], bytesFrom, floor });
    const to = new BlobFolders(folder);
    try {
      await to.prepare();
      if (this.#closed) throw shuttingDown();
    } catch (error) {
      await tidyUp(to, dataDir);
      throw asFolderProblem(error);
    }
    this.#record(to, from);
    this.#goOn();
  }

  async #turn(to: BlobFolders): Promise<void> {
    const { dataDir, places, partials } = this.#means;
    this.#checkFolders();
    this.#stop.abort();
    await this.#running;
    // It may have ended just before.
    if (!places.previous) return this.#begin(to.folder === dataDir ? null : to.folder);
    await partials.dropStale();
    this.#record(to, places.current);
    this.#goOn();
  }

  /**
   * From here on everything new goes to one folder, and the rest is in the other.
   * @param left the folder that nothing is in any more
   */
  #record(to: BlobFolders, from: BlobFolders | undefined, left?: BlobFolders): void {
    const { dataDir, places, space } = this.#means;
    if (this.#closed) throw shuttingDown();
    const nameOf = ({ folder }: BlobFolders) => (folder === dataDir ? null : folder);
    const { id } = ensureState(dataDir);
    writeState(dataDir, {
      ...{ id, folder: nameOf(to), moving: from ? { from: nameOf(from) } : null },
      ...(left && { left: nameOf(left) }),
    });
    places.set(to, from);
    space.lookAgain();
  }

  #goOn(): void {
    const { places, onChange, onError } = this.#means;
    const { current: to, previous: from } = places;
    if (!from || this.#closed) return;
    this.#stop = new AbortController();
    this.#failure = undefined;
    const { signal } = this.#stop;
    const run = new MoveRun({ ...this.#means, onProgress: () => this.#report() }, from, to);
    this.#run = run;
    this.#running = run
      .run(signal)
      .then(() => this.#end(from, to))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        this.#failure = messageOf(error);
        onError(error);
      })
      .then(onChange);
    onChange();
  }

  async #end(from: BlobFolders, to: BlobFolders): Promise<void> {
    this.#checkFolders();
    this.#record(to, undefined, from);
    await this.#tidyUpLeft();
  }

  /** Whatever ends the process meanwhile: the next start goes on with it. */
  async #tidyUpLeft(): Promise<void> {
    const { dataDir, places, onError } = this.#means;
    const state = readState(dataDir);
    if (state?.left === undefined) return;
    const left = new BlobFolders(state.left ?? dataDir);
    if (places.all.some(({ folder }) => folder === left.folder)) return;
    try {
      await tidyUp(left, dataDir);
      const { left: _done, ...tidy } = state;
      writeState(dataDir, tidy);
    } catch (error) {
      // Nothing that is stored is there: it is no reason to stop anything.
      onError(error);
    }
  }

  /** A disk that was taken out looks empty. */
  #checkFolders(): void {
    try {
      storageFolders(this.#means.dataDir);
    } catch (error) {
      throw asFolderProblem(error);
    }
  }

  /** One command at a time, each on a store that stands still or moves: never on one that tidies up. */
  #inTurn<T>(command: () => Promise<T>): Promise<T> {
    return this.#afterCommands(async () => {
      if (!this.#means.places.previous) await this.#running;
      if (this.#closed) throw shuttingDown();
      return command();
    });
  }

  #afterCommands<T>(task: () => Promise<T>): Promise<T> {
    return this.#commands.run('', task);
  }

  #isAt({ folder }: BlobFolders, wanted: string | null): Promise<boolean> {
    return isSame(wanted ?? this.#means.dataDir, folder);
  }

  #report(): void {
    const now = performance.now();
    if (now - this.#reportedAt < reportEvery) return;
    this.#reportedAt = now;
    this.#means.onChange();
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => resolve(path))));
  return a === b;
}

function messageOf(error: unknown): string {
  const problem = asWriteError(error);
  if (problem instanceof NodeError) return problem.message;
  const code = systemCode(error);
  return `Not everything could be moved${code ? ` (${code})` : ''}. Nothing is lost: what was moved is in the new folder, the rest in the old one. Check both disks, then move again.`;
}

const running = (): NodeError =>
  new NodeError(
    'folder_move_running',
    'What is stored is being moved to another folder. Wait for the end of that, or turn it round.',
  );
