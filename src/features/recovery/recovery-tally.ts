import { createHash } from 'node:crypto';
import type { RecoveryTally, TalliedSection } from '../../contract/dashboard-api/administration/recovery.ts';
import {
  type RecoveryDocument,
  type RecoverySection,
  recoverySection,
} from '../../contract/recovery-file.ts';

/** Short hashes of all items in a recovery file, by section, which only show what has changed since. */
export type RecoveryMarks = Partial<Record<RecoverySection, string[]>>;

/** Hashes an item independently of the order of its columns. */
function markOf(item: object): string {
  const fields = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16);
}

/** Returns false for a row without values, such as the owner's row of an unused node. */
const saysSomething = (item: object): boolean => Object.values(item).some((field) => field !== null);

/** Returns the marks of all items in a recovery file. */
export function marksOf({ settings, rows }: Pick<RecoveryDocument, 'settings' | 'rows'>): RecoveryMarks {
  const values = Object.entries(settings).flatMap(([source, sections]) =>
    Object.entries(sections).flatMap(([section, named]) =>
      Object.entries(named).map(([name, value]) => ({ source, section, name, value })),
    ),
  );
  const items: Record<RecoverySection, object[]> = { settings: values, ...rows };
  const marks = (all: object[]) => all.filter(saysSomething).map(markOf);
  return Object.fromEntries(Object.entries(items).map(([section, all]) => [section, marks(all)]));
}

/** Translates names of sections, because recovery files keep those of their first version. */
const talliedAs = (section: RecoverySection): TalliedSection =>
  section === 'sealings' ? 'encryptions' : section;

/**
 * Compares the items in a recovery file with those of the node.
 * @param here current items of the node
 */
export const tally = (inFile: RecoveryMarks, here: RecoveryMarks): RecoveryTally[] =>
  recoverySection.options.map((section) => {
    const known = new Set(inFile[section]);
    const now = here[section] ?? [];
    return {
      section: talliedAs(section),
      in_file: known.size,
      here: now.length,
      lacking: now.filter((mark) => !known.has(mark)).length,
    };
  });
