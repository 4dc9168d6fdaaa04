import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { AlcoveError } from '@alcove/client';
import { expect } from 'vitest';
import { controlClient } from '../../src/cli/control-client.ts';
import { patchSettings } from '../../src/contract/dashboard-api/administration/settings.ts';
import { getContent, patchContent } from '../../src/contract/dashboard-api/content.ts';
import {
  deleteSubscription,
  getSubscriptions,
  getSync,
  postSubscription,
  postSync,
} from '../../src/contract/dashboard-api/discovery.ts';
import {
  getStorageState,
  postStorageCheck,
  postStorageMove,
} from '../../src/contract/dashboard-api/storage.ts';
import { disks, folderOn } from '../platform/blobs/relocation/move-folders.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { Seeded } from '../support/seeded.ts';
import { Library, tags } from './support/library.ts';
import { MortalNode } from './support/mortal-node.ts';
import { OwnFiles, Readers } from './support/readers.ts';
import { auditStore, damage, filesBelow, foldersOf, unfinishedIn } from './support/store-audit.ts';

const GiB = 1024 ** 3;
const longestLifeMs = 1500;
const longestStartMs = 1200;

export interface KillOptions {
  rounds: number;
  /** The number of files that the other nodes have at first. */
  files: number;
  seed: number;
}

/** Counters of events before and at the kills. */
interface Tally {
  kills: number;
  whileStarting: number;
  /** The number of kills that left an incomplete file. */
  whileWriting: number;
  whileMoving: number;
  checksBegun: number;
  damaged: number;
  /** The number of files truncated at their last read because of unknown damage. */
  cutInTheEnd: number;
}

/**
 * Kills a private node at random points, repeatedly, while it fetches files from two public ones, accepts
 * uploads, verifies and moves its store. Meanwhile files are damaged and read. In the end everything exists,
 * nothing else does, and no reader ever received a wrong byte.
 */
export async function killNodes({ rounds, files, seed }: KillOptions): Promise<void> {
  const world = new World(seed);
  try {
    await world.open(files);
    for (let round = 0; round < rounds; round += 1) {
      await world.round();
      if (round % 10 === 9) await world.auditStart();
    }
    await world.settle();
    world.report();
  } finally {
    await world.close();
  }
}

class World {
  readonly #seeded: Seeded;
  readonly #library: Library;
  readonly #own: OwnFiles;
  readonly #readers: Readers;
  readonly #dataDir = temporaryFolder();
  #otherFolder = '';
  #node: MortalNode | undefined;
  readonly #tally: Tally = {
    kills: 0,
    whileStarting: 0,
    whileWriting: 0,
    whileMoving: 0,
    checksBegun: 0,
    damaged: 0,
    cutInTheEnd: 0,
  };

  constructor(seed: number) {
    this.#seeded = new Seeded(seed);
    this.#library = new Library(new Seeded(seed + 1), `${seed}`);
    this.#own = new OwnFiles(new Seeded(seed + 2), `${seed}`);
    this.#readers = new Readers(new Seeded(seed + 3));
  }

  get #mortal(): MortalNode {
    if (!this.#node) throw new Error('It is not open.');
    return this.#node;
  }

  async open(files: number): Promise<void> {
    this.#otherFolder = await folderOn(disks.at(-1) ?? 'the same disk');
    await this.#library.open(files);
    this.#node = new MortalNode(this.#dataDir, [
      '--allow-private-hosts',
      ...this.#library.hosts.flatMap((host) => ['--bootstrap', host]),
    ]);
    await this.#mortal.start();
    // Then not everything fits, and copies without a subscription are evicted and fetched again.
    const copies_bytes = Math.floor(this.#library.bytes * 0.6);
    await this.#mortal.local.call(patchSettings, { body: { storage: { copies_bytes } } });
    await this.#subscribe(tags[0]);
    await this.#mortal.kill();
  }

  /** One run of the process. */
  async round(): Promise<void> {
    const seeded = this.#seeded;
    if (seeded.happens(0.3)) this.#damageSome();
    this.#tally.kills += 1;
    if (seeded.happens(0.15)) {
      this.#tally.whileStarting += 1;
      const start = this.#mortal.start().catch(() => {});
      await wait(seeded.next() * longestStartMs);
      await this.#mortal.kill();
      await start;
    } else {
      await this.#mortal.start();
      const life = new AbortController();
      const busy = this.#live(life.signal);
      await Promise.race([wait(seeded.next() * longestLifeMs), busy]);
      expect(this.#mortal.isAlive, 'whether it lives until it is killed').toBe(true);
      life.abort();
      await this.#mortal.kill();
      await busy;
    }
    const { folders, isMoving } = foldersOf(this.#dataDir);
    if (isMoving) this.#tally.whileMoving += 1;
    if (unfinishedIn(folders).length > 0) this.#tally.whileWriting += 1;
    expect(this.#readers.wrong).toEqual([]);
  }

  /** Between two runs: after the cleanup of a start, only the store exists. */
  async auditStart(): Promise<void> {
    await this.#mortal.start();
    await expect.poll(() => auditStore(this.#dataDir).strays, { timeout: 120_000 }).toEqual([]);
    expect(await this.#mortal.end()).toBe(0);
    const { strays, doubles, unfinished, database } = auditStore(this.#dataDir);
    expect({ strays, doubles, unfinished, database }).toEqual({
      ...{ strays: [], doubles: [], unfinished: [], database: [] },
    });
  }

  /** In the end, all started work is done. */
  async settle(): Promise<void> {
    await this.#mortal.start();
    const { local, nodeUrl } = this.#mortal;
    const patient = { timeout: 240_000, interval: 250 };
    await local.call(patchSettings, { body: { storage: { copies_bytes: 100 * GiB } } });
    for (const tag of tags) await this.#subscribe(tag);
    await local.call(postSync, {});
    const stateOf = () => local.call(getStorageState, {});
    await expect.poll(async () => (await stateOf()).move, patient).toBeNull();

    const own = this.#own.acknowledged;
    for (const file of own) expect(await this.#readers.open(nodeUrl, file)).toBe('read');
    for (const file of this.#library.files) {
      // Damage may be found in the middle: then the response is truncated, and the file fetched again for the
      // next reader.
      const tries: string[] = [];
      do tries.push(await this.#readers.open(nodeUrl, file));
      while (tries.at(-1) === 'cut' && tries.length < 3);
      expect(tries.at(-1)).toBe('read');
      this.#tally.cutInTheEnd += tries.length - 1;
    }
    expect(this.#readers.wrong).toEqual([]);
    for (const { id, title } of own) {
      const record = await local.call(getContent, { params: { id } });
      expect(record.uploaded_by.id).toBe('owner');
      if (title !== undefined) expect(record.title).toBe(title);
    }

    await local.call(postStorageCheck, {});
    await expect.poll(async () => (await stateOf()).check.began_at, patient).toBeNull();
    await expect.poll(async () => (await stateOf()).damages, patient).toEqual([]);
    await expect
      .poll(async () => (await local.call(getSync, {})).contents, patient)
      .toBe(this.#library.files.length);
    const complete = tags.map((tag) => {
      const { length } = this.#library.files.filter((file) => file.tag === tag);
      return { value: tag, matches: length, stored: length, message: null };
    });
    const subscriptions = async () =>
      (await local.call(getSubscriptions, {})).subscriptions.sort(
        (a, b) => tags.findIndex((tag) => tag === a.value) - tags.findIndex((tag) => tag === b.value),
      );
    await expect.poll(subscriptions, patient).toMatchObject(complete);

    expect(await this.#mortal.end()).toBe(0);
    expect(auditStore(this.#dataDir)).toEqual({
      ...{ strays: [], missing: [], doubles: [], unfinished: [], quarantined: [], database: [] },
    });
    const used = foldersOf(this.#dataDir).folders;
    const left = [this.#dataDir, this.#otherFolder].filter((folder) => !used.includes(folder));
    expect(left.flatMap((folder) => filesBelow(`${folder}/blobs`))).toEqual([]);
    expect(this.#mortal.errors).toEqual([]);
  }

  report(): void {
    const { read, refused } = this.#readers;
    const own = this.#own.acknowledged.length;
    console.info(JSON.stringify({ ...this.#tally, read, refused: Object.fromEntries(refused), own }));
  }

  async close(): Promise<void> {
    await this.#node?.kill();
    await this.#library.close();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #live(signal: AbortSignal): Promise<void> {
    const { nodeUrl } = this.#mortal;
    const all = () => [...this.#library.files, ...this.#own.acknowledged];
    await Promise.all([
      this.#readers.run(nodeUrl, all, signal),
      this.#readers.run(nodeUrl, all, signal),
      this.#upload(signal),
      this.#command(signal),
    ]);
  }

  async #upload(signal: AbortSignal): Promise<void> {
    const { local } = this.#mortal;
    while (!signal.aborted) {
      const { name, bytes } = this.#own.next();
      const stored = await asked(local.upload(new Blob([new Uint8Array(bytes())]), name));
      if (!stored) continue;
      const { content_id: id } = stored.content;
      const file = { id, bytes, title: undefined as string | undefined };
      this.#own.acknowledged.push(file);
      const title = `Titled ${name}`;
      if (await asked(local.call(patchContent, { params: { id }, body: { title } }))) file.title = title;
      await wait(50);
    }
  }

  /** Actions of the owner and the other nodes meanwhile. */
  async #command(signal: AbortSignal): Promise<void> {
    const seeded = this.#seeded;
    const { local } = this.#mortal;
    const commands: [probability: number, command: () => Promise<unknown> | unknown][] = [
      [0.5, () => asked(local.call(postSync, {}))],
      [0.4, () => this.#check()],
      [0.25, () => this.#move()],
      [0.5, () => this.#changeSubscription()],
      [0.3, () => this.#damageSome()],
      [0.3, () => this.#library.grow()],
      [0.2, () => this.#library.shrink()],
      [0.2, () => this.#library.changeTitle()],
    ];
    // Each may be the first, because runs are short.
    const first = seeded.below(commands.length);
    for (const [probability, command] of [...commands.slice(first), ...commands.slice(0, first)]) {
      if (signal.aborted) return;
      if (seeded.happens(probability)) await command();
    }
  }

  async #check(): Promise<void> {
    if (await asked(this.#mortal.local.call(postStorageCheck, {}))) this.#tally.checksBegun += 1;
  }

  async #move(): Promise<void> {
    const { dataDir, local } = this.#mortal;
    if (this.#seeded.happens(0.5)) {
      // Only commands name folders; a killed or refusing node answers with an error.
      await controlClient(dataDir)
        .moveStorage({ path: this.#otherFolder })
        .catch(() => undefined);
    } else await asked(local.call(postStorageMove, { body: { to: 'default' } }));
  }

  async #changeSubscription(): Promise<void> {
    const { local } = this.#mortal;
    const response = await asked(local.call(getSubscriptions, {}));
    const [oldest, ...others] = response?.subscriptions.toReversed() ?? [];
    if (oldest && others.length > 0) {
      await asked(local.call(deleteSubscription, { params: { id: oldest.id } }));
    } else {
      await asked(this.#subscribe(this.#seeded.of(tags)));
    }
  }

  #subscribe(tag: string): Promise<unknown> {
    return this.#mortal.local.call(postSubscription, { body: { kind: 'hashtag', value: tag } });
  }

  #damageSome(): void {
    const { folders } = foldersOf(this.#dataDir);
    for (let some = 0; some < 10; some += 1) {
      const { sha256 } = this.#seeded.of(this.#library.files);
      if (damage(sha256, folders, this.#seeded)) this.#tally.damaged += 1;
    }
  }
}

/** Undefined when the node was killed meanwhile or refuses as expected; other failures are errors. */
async function asked<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof AlcoveError)) throw error;
    if (error.failure === 'not_understood' || error.status === 500) throw error;
    return undefined;
  }
}
