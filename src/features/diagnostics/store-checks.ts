import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { GiB } from '../../contract/units.ts';
import { formatBytes } from '../../core/format-bytes.ts';
import { type Check, failed, fine, skipped, warning } from './check.ts';
import { since } from './labels.ts';

/** Queries of the checks on the storage. */
export interface StoreServices {
  /** Throws when the database cannot be read or written. */
  probeDatabase(): void;
  /** Returns the folder of the stored files. */
  folder(): string;
  /** Returns bytes; `free` is the free disk space, `floor` the part that must stay free. */
  disk(): Promise<{ free: number; total: number; floor: number }>;
  /** Returns bytes; a quota of undefined means unlimited. */
  usage(): { used: number; quota: number | undefined };
  /** Returns the state of the last scrub; times in milliseconds. */
  lastCheck(): { isOff: boolean; finishedAt: number | undefined; damages: number };
  clock(): number;
}

const overdueMs = 90 * 24 * 3_600_000;

const databaseCheck = ({ probeDatabase }: StoreServices): Check => ({
  id: 'database',
  title: 'Database',
  run: () => {
    try {
      probeDatabase();
      return fine('It answers and can be written.');
    } catch (error) {
      return failed(
        `It cannot be read or written (${codeOf(error)}).`,
        'Check that the disk is not full and not read-only; then restart Alcove.',
      );
    }
  },
});

const folderCheck = ({ folder }: StoreServices): Check => ({
  id: 'storage_folder',
  title: 'Storage folder',
  run: async () => {
    const path = join(folder(), `.self-test-${randomUUID()}`);
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.write('self-test');
        await file.sync();
      } finally {
        await file.close();
        await unlink(path);
      }
      return fine('Files can be written there.');
    } catch (error) {
      return failed(
        `No file can be written there (${codeOf(error)}).`,
        'Check that the disk is there, is not full, and belongs to the user who runs Alcove.',
      );
    }
  },
});

const spaceCheck = ({ disk, usage }: StoreServices): Check => ({
  id: 'space',
  title: 'Room for files',
  run: async () => {
    const { free, floor } = await disk();
    const { used, quota } = usage();
    const left = Math.max(0, Math.min(free - floor, (quota ?? Number.POSITIVE_INFINITY) - used));
    const detail = `${formatBytes(left)} can be stored.`;
    if (left > GiB) return fine(detail);
    const remedy =
      quota !== undefined && quota - used < free - floor
        ? 'Allow Alcove more room in the settings, or delete files that nobody needs.'
        : 'Make room on the disk, or move the storage folder to a larger one.';
    return left === 0 ? failed('Nothing can be stored any more.', remedy) : warning(detail, remedy);
  },
});

const integrityCheck = ({ lastCheck, clock }: StoreServices): Check => ({
  id: 'store',
  title: 'Stored files',
  run: () => {
    const { isOff, finishedAt, damages } = lastCheck();
    if (damages > 0) {
      return failed(
        `${damages} of the stored files ${damages === 1 ? 'is' : 'are'} damaged or missing.`,
        'See the page about storage: what other nodes have is fetched again by itself; store the rest anew.',
      );
    }
    const remedy = 'Run “alcove verify”, or let Alcove run for longer, so that it finds the time to check.';
    if (finishedAt === undefined) {
      return isOff
        ? warning('They were never checked, and the check is turned off.', remedy)
        : skipped('They have not all been checked yet; that goes on in the background.');
    }
    const detail = `All were whole when they were last checked, ${since(clock() - finishedAt)}.`;
    return clock() - finishedAt > overdueMs ? warning(detail, remedy) : fine(detail);
  },
});

export const storeChecks = (services: StoreServices): Check[] => [
  databaseCheck(services),
  folderCheck(services),
  spaceCheck(services),
  integrityCheck(services),
];

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? 'unknown');
