import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RemoteIndexRepository } from '../../src/features/discovery/repository/remote-index-repository.ts';
import { RemoteListRepository } from '../../src/features/discovery/repository/remote-list-repository.ts';
import { SubscriptionRepository } from '../../src/features/discovery/repository/subscription-repository.ts';
import { SyncStateRepository } from '../../src/features/discovery/repository/sync-state-repository.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { hashOf } from './list-server.ts';
import { temporaryFolder } from './test-sync.ts';

/** The entry of a node for a content, in the simplest form. */
interface Source {
  host: number;
  word: string;
  pass: number;
  since: number;
}

const hosts = 3;
const words = ['red', 'green', 'blue'];
const createdAt = (content: number) => 1_700_000_000_000 + (content % 3);

const someHost = fc.nat(hosts - 1);
const someContent = fc.nat(5);
const step = fc.oneof(
  fc.record({ kind: fc.constant('tell'), host: someHost, content: someContent, word: fc.nat(2) }),
  fc.record({ kind: fc.constant('retract'), host: someHost, content: someContent }),
  fc.record({ kind: fc.constant('begin anew'), host: someHost }),
  fc.record({ kind: fc.constant('end of pass'), host: someHost }),
  fc.record({ kind: fc.constant('leave'), host: someHost }),
  fc.record({ kind: fc.constant('shrink'), limit: fc.nat(12) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Model {
  readonly contents = new Map<number, Source[]>();
  readonly passes = Array.from({ length: hosts }, () => 1);
  #clock = 0;

  best(content: number): Source[] {
    const isNamed = (source: Source) => source.host === 0;
    return [...(this.contents.get(content) ?? [])].sort(
      (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || a.since - b.since,
    );
  }

  addEntry(host: number, content: number, word: string): number {
    const sources = this.contents.get(content) ?? [];
    const source = sources.find((one) => one.host === host);
    this.#clock += 1;
    const pass = this.passes[host] as number;
    if (source) Object.assign(source, { word, pass });
    else this.contents.set(content, [...sources, { host, word, pass, since: this.#clock }]);
    return this.#clock;
  }

  remove(isGone: (source: Source, content: number) => boolean): void {
    for (const [content, sources] of this.contents) {
      const left = sources.filter((source) => !isGone(source, content));
      if (left.length > 0) this.contents.set(content, left);
      else this.contents.delete(content);
    }
  }

  entriesOf(host: number): number {
    return [...this.contents.values()].flat().filter((source) => source.host === host).length;
  }
}

/** Runs steps on an index and on the model, and compares all visible results. */
function compare(steps: readonly Step[]): void {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  try {
    const states = new SyncStateRepository(db);
    const ids = Array.from({ length: hosts }, (_, i) => states.add(`http://host-${i}`, 'key', 0).id);
    states.setNamed(ids[0] as number, true);
    const known = new RemoteIndexRepository(db, new SubscriptionRepository(db));
    const list = new RemoteListRepository(db, () => known.version);
    const model = new Model();
    for (const one of steps) {
      known.transaction(() => act(one));
      check();
    }

    function act(one: Step): void {
      if (one.kind === 'shrink') {
        const { limit } = one as { limit: number };
        known.shrinkTo(limit, 100);
        // The index chooses the dropped entries, but never those of a host with fewer entries than another,
        // and first those of nodes that the owner did not add, while these have more than half.
        const counts = ids.map((_, number) => model.entriesOf(number));
        const sum = (some: number[]) => some.reduce((a, b) => a + b, 0);
        while (sum(counts) > limit) {
          const [, ...learned] = counts;
          const from = sum(learned) > limit / 2 ? 1 : 0;
          const some = counts.slice(from);
          const largest = from + some.indexOf(Math.max(...some));
          counts[largest] = (counts[largest] as number) - 1;
        }
        expect(states.all().map(({ contents }) => contents)).toEqual(counts);
        const isLeft = (entry: Source, content: number) =>
          list.sources(hashOf(String(content))).includes(`http://host-${entry.host}`);
        model.remove((entry, content) => !isLeft(entry, content));
        return;
      }
      const host = (one as { host: number }).host;
      const id = ids[host] as number;
      const source = { id, pass: model.passes[host] as number };
      if (one.kind === 'tell') {
        const { content, word } = one as { content: number; word: number };
        const title = words[word] as string;
        const at = model.addEntry(host, content, title);
        const record = {
          ...{ title, description: '', authors: [], hashtags: [], size: 1, cover: null, owner: null },
          ...{ contentType: 'text/plain', createdAt: createdAt(content) },
        };
        known.apply(source, { sha256: hashOf(String(content)), record }, at);
      } else if (one.kind === 'retract') {
        const { content } = one as { content: number };
        known.remove(id, hashOf(String(content)));
        model.remove((entry, of) => of === content && entry.host === host);
      } else if (one.kind === 'begin anew') {
        states.restart(id, 'key');
        model.passes[host] = source.pass + 1;
      } else if (one.kind === 'end of pass') {
        while (known.removeEarlier(source, 2));
        model.remove((entry) => entry.host === host && entry.pass < source.pass);
      } else {
        while (known.removeOldest(id, 2));
        model.remove((entry) => entry.host === host);
      }
    }

    function check(): void {
      const shown = [...model.contents.keys()].map((content) => {
        const [first] = model.best(content);
        return { id: hashOf(String(content)).toString('hex'), title: (first as Source).word };
      });
      const seen = (q?: string) =>
        list.page({ q }, Number.MAX_SAFE_INTEGER, 100).map(({ sha256, title }) => ({
          id: sha256.toString('hex'),
          title,
        }));
      const far = list.page({}, Number.MAX_SAFE_INTEGER, 2, 3);
      expect(far).toEqual(list.page({}, Number.MAX_SAFE_INTEGER, 100).slice(3, 5));
      const inOrder = (found: { id: string }[]) => found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(inOrder(seen())).toEqual(inOrder(shown));
      for (const word of words) {
        const right = shown.filter(({ title }) => title === word);
        expect(inOrder(seen(word)), word).toEqual(inOrder(right));
        expect(list.count({ q: word })).toBe(right.length);
      }
      const times = list.page({}, Number.MAX_SAFE_INTEGER, 100).map((content) => content.createdAt);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const content of model.contents.keys()) {
        const hostsOf = model.best(content).map(({ host }) => `http://host-${host}`);
        expect(list.sources(hashOf(String(content)))).toEqual(hostsOf);
      }
      expect(known.totals()).toEqual({
        contents: model.contents.size,
        weight: [...model.contents.values()].flat().length,
      });
      expect(states.all().map(({ contents }) => contents)).toEqual(
        ids.map((_, number) => model.entriesOf(number)),
      );
    }
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('keeps lists, search and counts equal to the entries of the sources while these change', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => compare(steps as Step[])),
    { numRuns: 40 },
  );
});
