import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Message } from '../../../contract/messages/message.ts';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError, shuttingDown } from '../../../core/node-error.ts';
import { BlobFolders } from '../store/blob-folders.ts';
import { asWriteError } from '../store/disk-errors.ts';
import { ensureState, readState, storageFolders, writeState } from '../store/store-location.ts';
import type { StoreRoots } from '../store/store-roots.ts';
import { systemCode } from '../store/system-code.ts';
import { type MoveCounts, MoveRun, type MoveRunOptions, measureFiles } from './move-run.ts';
import { asFolderProblem, claimFolder } from './storage-choice.ts';
import { tidyUp } from './tidy-up.ts';

/** Minimum time between two progress reports, in ms. */
const reportEveryMs = 500;

export interface MoveProgress extends MoveCounts {
  from: string;
  to: string;
  /** `failed`: the move is stopped until the next request or the next start. */
  state: 'running' | 'failed';
  /** Cause of the failure and the remedy, for the user. */
  message: Message | null;
}

export interface StoreMoverOptions extends Omit<MoveRunOptions, 'onProgress'> {
  dataDir: string;
  roots: StoreRoots;
  /** Returns the bytes that must stay free on a disk of that size. */
  floor: (diskSize: number) => number;
  /** Called when the move begins, progresses, reverses, fails or ends. */
  onChange: () => void;
  onError: (error: unknown) => void;
}

/**
 * Moves a store to another folder while it is in use. The folders of the store are recorded and synced before the first
 * file moves and after the last one: `start` resumes an interrupted move. A command waits until the previous move has
 * ended and is tidied up, because both may use the same folder.
 */
export class StoreMover {
  readonly #options: StoreMoverOptions;
  #run: MoveRun | undefined;
  #running: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  #failure: Message | undefined;
  readonly #commands = new KeyedMutex();
  #closed = false;
  #reportedAt = 0;

  constructor(options: StoreMoverOptions) {
    this.#options = options;
  }

  /** Returns the folder for new files. */
  get current(): string {
    return this.#options.roots.current.folder;
  }

  /** Returns the folder with the remaining files during a move. */
  get movingFrom(): string | undefined {
    return this.#options.roots.previous?.folder;
  }

  /** Returns undefined when no move is running. */
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
   * Resumes an interrupted move, or begins one if the store is not in the wanted folder. A move to a third folder waits
   * for the next start.
   * @param wanted a folder, or null for the data folder
   * @throws NodeError `folder_unusable`
   */
  start(wanted: string | null): Promise<void> {
    return this.#inTurn(async () => {
      await this.#tidyUpLeft();
      const { previous } = this.#options.roots;
      if (!previous) await this.#moveTo(wanted);
      else if (await this.#isAt(previous, wanted)) await this.#reverse(previous);
      else this.#startRun();
    });
  }

  /**
   * Begins to move the store; resolves when the move is recorded and files begin to move. Repeating the request for the
   * same folder resumes after a failure; requesting the source folder reverses the move.
   * @param wanted a folder, created if its parent exists, or null for the data folder
   * @throws NodeError `folder_unusable`, `folder_move_running`
   */
  move(wanted: string | null): Promise<void> {
    return this.#inTurn(() => this.#moveTo(wanted));
  }

  /** Reverses a move to its source folder; returns that folder, or null for the data folder. */
  cancel(): Promise<string | null> {
    return this.#inTurn(async () => {
      const { dataDir, roots } = this.#options;
      if (roots.previous) await this.#reverse(roots.previous);
      return this.current === dataDir ? null : this.current;
    });
  }

  /** Resolves when no move is running: it has finished or failed. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** Stops moving; the next start resumes it. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.abort();
    await this.#afterCommands(async () => {});
    await this.#running;
  }

  async #moveTo(wanted: string | null): Promise<void> {
    const { current, previous } = this.#options.roots;
    if (await this.#isAt(current, wanted)) {
      if (previous && this.#failure !== undefined) this.#startRun();
    } else if (!previous) {
      await this.#begin(wanted);
    } else if (await this.#isAt(previous, wanted)) {
      await this.#reverse(previous);
    } else {
      throw running();
    }
  }

  async #begin(wanted: string | null): Promise<void> {
    const { dataDir, roots, floor } = this.#options;
    const from = roots.current;
    const state = ensureState(dataDir);
    const isData = wanted === null || (await isSame(wanted, dataDir));
    const bytesFrom = async (device: number) =>
      (await stat(from.folder)).dev === device ? 0 : (await measureFiles(from)).bytes;
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
    this.#startRun();
  }

  async #reverse(to: BlobFolders): Promise<void> {
    const { dataDir, roots, partials } = this.#options;
    this.#checkFolders();
    this.#stop.abort();
    await this.#running;
    // The move may have ended just before.
    if (!roots.previous) return this.#begin(to.folder === dataDir ? null : to.folder);
    await partials.dropStale();
    this.#record(to, roots.current);
    this.#startRun();
  }

  /** Records the folder for new files, the folder with the remaining files, and the emptied folder. */
  #record(to: BlobFolders, from: BlobFolders | undefined, left?: BlobFolders): void {
    const { dataDir, roots, space } = this.#options;
    if (this.#closed) throw shuttingDown();
    const nameOf = ({ folder }: BlobFolders) => (folder === dataDir ? null : folder);
    const { id } = ensureState(dataDir);
    writeState(dataDir, {
      id,
      folder: nameOf(to),
      moving: from ? { from: nameOf(from) } : null,
      ...(left && { left: nameOf(left) }),
    });
    roots.set(to, from);
    space.discardMeasurement();
  }

  #startRun(): void {
    const { roots, onChange, onError } = this.#options;
    const { current: to, previous: from } = roots;
    if (!from || this.#closed) return;
    this.#stop = new AbortController();
    this.#failure = undefined;
    const { signal } = this.#stop;
    const run = new MoveRun({ ...this.#options, onProgress: () => this.#report() }, from, to, signal);
    this.#run = run;
    this.#running = run
      .run()
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

  /** Tidies up the old folder; the next start resumes this after an interruption. */
  async #tidyUpLeft(): Promise<void> {
    const { dataDir, roots, onError } = this.#options;
    const state = readState(dataDir);
    if (state?.left === undefined) return;
    const left = new BlobFolders(state.left ?? dataDir);
    if (roots.all.some(({ folder }) => folder === left.folder)) return;
    try {
      await tidyUp(left, dataDir);
      const { left: _done, ...tidy } = state;
      writeState(dataDir, tidy);
    } catch (error) {
      // The folder holds no stored file, so the work continues after this error.
      onError(error);
    }
  }

  /** Detects a removed disk, whose mount point looks like an empty folder. */
  #checkFolders(): void {
    try {
      storageFolders(this.#options.dataDir);
    } catch (error) {
      throw asFolderProblem(error);
    }
  }

  /** Runs one command at a time, never while an old folder is tidied up. */
  #inTurn<T>(command: () => Promise<T>): Promise<T> {
    return this.#afterCommands(async () => {
      if (!this.#options.roots.previous) await this.#running;
      if (this.#closed) throw shuttingDown();
      return command();
    });
  }

  #afterCommands<T>(task: () => Promise<T>): Promise<T> {
    return this.#commands.run('', task);
  }

  #isAt({ folder }: BlobFolders, wanted: string | null): Promise<boolean> {
    return isSame(wanted ?? this.#options.dataDir, folder);
  }

  #report(): void {
    const now = performance.now();
    if (now - this.#reportedAt < reportEveryMs) return;
    this.#reportedAt = now;
    this.#options.onChange();
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => resolve(path))));
  return a === b;
}

function messageOf(error: unknown): Message {
  const problem = asWriteError(error);
  if (problem instanceof NodeError) return problem.text;
  const code = systemCode(error);
  return code ? message('storage.moveIncompleteCode', { code }) : message('storage.moveIncomplete');
}

const running = (): NodeError => new NodeError('folder_move_running', 'storage.moveRunning');
