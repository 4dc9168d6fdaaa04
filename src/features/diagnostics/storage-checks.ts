import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { GB } from '../../contract/units.ts';
import { message } from '../../core/messages/message.ts';
import { type Check, failed, passed, skipped, warning } from './check.ts';

/** Queries of the checks on the storage. */
export interface StorageCheckServices {
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

const databaseCheck = ({ probeDatabase }: StorageCheckServices): Check => ({
  id: 'database',
  title: 'diagnostics.database',
  run: () => {
    try {
      probeDatabase();
      return passed('diagnostics.databaseWorks');
    } catch (error) {
      return failed(
        message('diagnostics.databaseFailed', { code: codeOf(error) }),
        'diagnostics.databaseFailedRemedy',
      );
    }
  },
});

const folderCheck = ({ folder }: StorageCheckServices): Check => ({
  id: 'storage_folder',
  title: 'diagnostics.storageFolder',
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
      return passed('diagnostics.folderWritable');
    } catch (error) {
      return failed(
        message('diagnostics.folderFailed', { code: codeOf(error) }),
        'diagnostics.folderFailedRemedy',
      );
    }
  },
});

const spaceCheck = ({ disk, usage }: StorageCheckServices): Check => ({
  id: 'space',
  title: 'diagnostics.space',
  run: async () => {
    const { free, floor } = await disk();
    const { used, quota } = usage();
    const left = Math.max(0, Math.min(free - floor, (quota ?? Number.POSITIVE_INFINITY) - used));
    const detail = message('diagnostics.spaceLeft', { left });
    if (left > GB) return passed(detail);
    const remedy =
      quota !== undefined && quota - used < free - floor
        ? 'diagnostics.quotaRemedy'
        : 'diagnostics.diskRemedy';
    return left === 0 ? failed('diagnostics.spaceUsedUp', remedy) : warning(detail, remedy);
  },
});

const integrityCheck = ({ lastCheck, clock }: StorageCheckServices): Check => ({
  id: 'store',
  title: 'diagnostics.files',
  run: () => {
    const { isOff, finishedAt, damages } = lastCheck();
    if (damages > 0) {
      return failed(
        message('diagnostics.filesDamaged', { count: damages }),
        'diagnostics.filesDamagedRemedy',
      );
    }
    const remedy = 'diagnostics.checkRemedy';
    if (finishedAt === undefined) {
      return isOff
        ? warning('diagnostics.filesUnchecked', remedy)
        : skipped('diagnostics.filesNotYetChecked');
    }
    const age = clock() - finishedAt;
    const detail = message('diagnostics.filesIntact', { age });
    return age > overdueMs ? warning(detail, remedy) : passed(detail);
  },
});

export const storageChecks = (services: StorageCheckServices): Check[] => [
  databaseCheck(services),
  folderCheck(services),
  spaceCheck(services),
  integrityCheck(services),
];

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? 'unknown');
