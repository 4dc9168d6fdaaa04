import { createHash } from 'node:crypto';
import type { RecoveryTally } from '../../contract/dashboard-api/recovery.ts';
import {
  type RecoveryDocument,
  type RecoverySection,
  recoverySection,
} from '../../contract/recovery-file.ts';

/** Short hashes of all that is in a recovery file, by section: they tell what has changed since, and nothing more. */
export type RecoveryMarks = Partial<Record<RecoverySection, string[]>>;

/** Rows say the same in any order of their columns. */
function markOf(item: object): string {
  const fields = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16);
}

/** Every node has a row of its owner, of whom nothing may be known. */
const saysSomething = (item: object): boolean => Object.values(item).some((field) => field !== null);

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

/** @param here what the node has now */
export const tally = (inFile: RecoveryMarks, here: RecoveryMarks): RecoveryTally[] =>
  recoverySection.options.map((section) => {
    const known = new Set(inFile[section]);
    const now = here[section] ?? [];
    return {
      section,
      in_file: known.size,
      here: now.length,
      lacking: now.filter((mark) => !known.has(mark)).length,
    };
  });
