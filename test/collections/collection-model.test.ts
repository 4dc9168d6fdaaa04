import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectionLimits } from '../../src/contract/dashboard-api/library/collections.ts';
import { CollectionListRepository } from '../../src/features/collections/repository/collection-list-repository.ts';
import { CollectionRepository } from '../../src/features/collections/repository/collection-repository.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { randomRuns } from '../support/random-runs.ts';
import { beginning, details, entryOf, type Name, run, type Step, step } from './collection-steps.ts';

/** Collections as lists of names, changed in the plainest way. */
class Model {
  readonly lists = new Map<Name, Name[]>();

  parentOf(child: Name): Name | undefined {
    return [...this.lists].find(([, list]) => list.includes(child))?.[0];
  }

  levels(id: Name): Name[] {
    const parent = this.parentOf(id);
    return parent === undefined ? [id] : [...this.levels(parent), id];
  }

  create(id: Name, parent: Name | null): string {
    if (parent !== null && !this.lists.has(parent)) return 'not_found';
    this.lists.set(id, []);
    if (parent !== null) this.lists.get(parent)?.push(id);
    return 'added';
  }

  insert(id: Name, given: readonly Name[], before: Name | null): unknown {
    const list = this.lists.get(id);
    if (!list || given.some((name) => name.startsWith('c') && !this.lists.has(name))) return 'not_found';
    const fresh = [...new Set(given)].filter((name) => !list.includes(name));
    if (fresh.some((name) => this.levels(id).includes(name))) return 'in_itself';
    for (const [, other] of this.lists) {
      for (const name of fresh.filter((one) => one.startsWith('c'))) drop(other, name);
    }
    placeIn(list, fresh, before);
    return { added: fresh.length, alreadyThere: given.length - fresh.length };
  }

  move(id: Name, given: readonly Name[], before: Name | null): boolean {
    const list = this.lists.get(id);
    if (!list) return false;
    const moved = [...new Set(given)].filter((name) => list.includes(name));
    for (const name of moved) drop(list, name);
    placeIn(list, moved, before);
    return true;
  }

  take(id: Name, given: readonly Name[]): number | undefined {
    const list = this.lists.get(id);
    if (!list) return undefined;
    const taken = [...new Set(given)].filter((name) => list.includes(name));
    for (const name of taken) drop(list, name);
    return taken.length;
  }

  remove(id: Name): boolean {
    const list = this.lists.get(id);
    if (!list) return false;
    for (const child of [...list].filter((name) => name.startsWith('c'))) this.remove(child);
    for (const [, other] of this.lists) drop(other, id);
    return this.lists.delete(id);
  }
}

function drop(list: Name[], name: Name): void {
  const at = list.indexOf(name);
  if (at !== -1) list.splice(at, 1);
}

function placeIn(list: Name[], added: readonly Name[], before: Name | null): void {
  const at = before === null ? -1 : list.indexOf(before);
  list.splice(at === -1 ? list.length : at, 0, ...added);
}

/** Runs steps on the database and on the model, and compares results and lists after each. */
function compare(steps: readonly Step[]): void {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  try {
    const [rows, lists, model] = [
      new CollectionRepository(db),
      new CollectionListRepository(db),
      new Model(),
    ];
    const idOf = new Map<number, string>();
    for (const [at, one] of [...beginning, ...steps].entries()) {
      expect(run(rows, one, at)).toEqual(expected(model, one));
      for (const { number, id } of lists.some([...Array(40).keys()]).values()) idOf.set(number, id);
      const top: string[] = [];
      for (const id of [...model.lists.keys()]) {
        const summary = lists.get(id);
        const found = lists.entries(summary?.number ?? 0, { skip: 0, limit: 100 });
        const shown = found.map((entry) => ('child' in entry ? idOf.get(entry.child) : entry.name));
        expect(shown).toEqual(model.lists.get(id));
        expect(summary).toMatchObject({
          items: shown.length,
          size: 10 * contentsIn(model, id),
          contents: contentsIn(model, id),
          parentId: model.parentOf(id) ?? null,
        });
        if (model.parentOf(id) === undefined) top.push(id);
      }
      const page = lists.page({ q: '', own: false, skip: 0, limit: 50 });
      expect(page.items.map(({ id }) => id).sort()).toEqual(top.sort());
      expect(page.total).toBe(top.length);
      const nested = lists.page({ q: '', own: false, nested: true, skip: 0, limit: 50 });
      const inside = [...model.lists.keys()].filter((id) => !top.includes(id));
      expect(nested.items.map(({ id }) => id).sort()).toEqual(inside.sort());
      expect(nested.total).toBe(inside.length);
    }
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}

const contentsIn = (model: Model, id: Name): number =>
  (model.lists.get(id) ?? []).reduce(
    (sum, name) => sum + (name.startsWith('c') ? contentsIn(model, name) : 1),
    0,
  );

function expected(model: Model, one: Step): unknown {
  const before = 'before' in one ? one.before : null;
  switch (one.kind) {
    case 'create': {
      const { parent = null } = one as { parent?: string | null };
      if (model.lists.has(one.id) && (parent === null || model.lists.has(parent))) return 'exists';
      return model.create(one.id, parent);
    }
    case 'insert':
      return model.insert(one.id, (one as { names: string[] }).names, before ?? null);
    case 'move':
      return model.move(one.id, (one as { names: string[] }).names, before ?? null);
    case 'take':
      return model.take(one.id, (one as { names: string[] }).names);
    default:
      return model.remove(one.id);
  }
}

test('orders and nests like plain lists, whatever is done', () => {
  fc.assert(fc.property(fc.array(step, { minLength: 4, maxLength: 30 }), compare), {
    numRuns: randomRuns(60),
  });
});

test('limits nesting, entries and totals', () => {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  const rows = new CollectionRepository(db);
  try {
    const { depth, entries } = collectionLimits;
    for (let level = 1; level <= depth; level += 1) {
      const parentId = level === 1 ? null : `l${level - 1}`;
      expect(rows.add({ ...details(`l${level}`), parentId }, 0)).toBe('added');
    }
    expect(rows.add({ ...details('over'), parentId: `l${depth}` }, 0)).toBe('too_deep');
    expect(rows.add({ ...details('alone'), parentId: null }, 0)).toBe('added');
    // One level more above the whole tree would be too many, too.
    expect(rows.insert('alone', [{ id: 'l1' }], null, 0)).toBe('too_deep');
    expect(rows.insert('alone', [{ id: 'l2' }], null, 0)).toEqual({ added: 1, alreadyThere: 0 });
    expect(rows.insert('l5', [{ id: 'alone' }], null, 0)).toBe('in_itself');

    expect(rows.add({ ...details('full'), parentId: null }, 0)).toBe('added');
    const many = Array.from({ length: entries }, (_, n) => ({
      ...{ sha256: Buffer.alloc(32, `${n} of`), name: '', size: 1, contentType: '' },
    }));
    const unique = [...new Map(many.map((one) => [one.sha256.toString('hex'), one])).values()];
    expect(unique).toHaveLength(entries);
    expect(rows.insert('full', unique, null, 0)).toEqual({ added: entries, alreadyThere: 0 });
    expect(rows.insert('full', [entryOf('f1')], null, 0)).toBe('full');
    expect(rows.insert('full', unique.slice(0, 2), null, 0)).toEqual({ added: 0, alreadyThere: 2 });
    expect(rows.add({ ...details('child'), parentId: 'full' }, 0)).toBe('full');
    expect(rows.insert('full', [entryOf('f1')], null, 0)).toBe('full');
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
});
