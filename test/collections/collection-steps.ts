import fc from 'fast-check';
import type { EntryKey, NewEntry } from '../../src/features/collections/collection.ts';
import type { CollectionRepository } from '../../src/features/collections/repository/collection-repository.ts';

/** An entry in the model: `f3` is a content, `c2` a collection. */
export type Name = string;

const names: readonly Name[] = [...'01234'].flatMap((digit) => [`f${digit}`, `c${digit}`]);
const hashOf = (name: Name): Buffer => Buffer.alloc(32, name);
const keyOf = (name: Name): EntryKey => (name.startsWith('c') ? { id: name } : { sha256: hashOf(name) });
export const entryOf = (name: Name): NewEntry =>
  name.startsWith('c') ? { id: name } : { sha256: hashOf(name), name, size: 10, contentType: 'text/plain' };

const collections = names.filter((name) => name.startsWith('c'));
const someName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names.filter((name) => name.startsWith('f'))) },
  fc.constantFrom(...collections),
);
const someNames = fc.array(someName, { minLength: 1, maxLength: 4 });
export const someCollection = fc.constantFrom(...collections);
/** Steps do something only where there are collections. */
export const beginning: Step[] = collections.map((id) => ({ kind: 'create', id, parent: null }));
const place = fc.option(someName);
export const step = fc.oneof(
  fc.record({ kind: fc.constant('create'), id: someCollection, parent: fc.option(someCollection) }),
  fc.record({ kind: fc.constant('insert'), id: someCollection, names: someNames, before: place }),
  fc.record({ kind: fc.constant('insert'), id: someCollection, names: someNames, before: place }),
  fc.record({ kind: fc.constant('move'), id: someCollection, names: someNames, before: place }),
  fc.record({ kind: fc.constant('take'), id: someCollection, names: someNames }),
  fc.record({ kind: fc.constant('remove'), id: someCollection }),
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const details = (id: string) => ({
  ...{ id, kind: 'folder' as const, title: id, description: '', artists: [] },
});

export function run(rows: CollectionRepository, one: Step, at: number): unknown {
  const keys = 'names' in one ? one.names.map(keyOf) : [];
  const before = 'before' in one && one.before !== null ? keyOf(one.before) : null;
  switch (one.kind) {
    case 'create':
      return created(() => rows.add({ ...details(one.id), parentId: one.parent ?? null }, at));
    case 'insert':
      return rows.insert(one.id, one.names.map(entryOf), before, at);
    case 'move':
      return rows.move(one.id, keys, before, at);
    case 'take':
      return rows.take(one.id, keys, at);
    default:
      return rows.remove(one.id, at);
  }
}

/** Ids are random in the product, so an id that exists is an error of the database. */
function created(add: () => string): string {
  try {
    return add();
  } catch {
    return 'exists';
  }
}
