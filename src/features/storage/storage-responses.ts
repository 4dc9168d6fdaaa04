import type { StorageState } from '../../contract/dashboard-api/storage.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { message } from '../../core/messages/message.ts';
import type { StoreMover } from '../../platform/blobs/relocation/store-mover.ts';
import type { DiskUsage } from '../../platform/blobs/store/blob-types.ts';
import type { StoreLimits } from './quotas.ts';
import type { StoredAmount } from './repository/copy-repository.ts';
import type { DamageRow } from './repository/damage-repository.ts';
import type { StoreUsage } from './repository/store-usage-repository.ts';
import type { ScrubProgress } from './store-scrub.ts';

interface NamedDamage extends DamageRow {
  name: string;
}

export interface StorageFacts {
  folder: string;
  defaultFolder: string;
  disk: DiskUsage;
  /** Returns the bytes that a disk of this size keeps free. */
  floorOf: (diskSize: number) => number;
  used: StoreUsage;
  byUser: readonly (StoredAmount & { user: string })[];
  /** Returns the name of a user. */
  userName: (user: string) => string;
  limits: StoreLimits;
  check: ScrubProgress;
  damages: readonly NamedDamage[];
  move: ReturnType<StoreMover['progress']>;
}

/** Maps the state of the store to responses of the dashboard. */
export const storageResponse = (facts: StorageFacts): StorageState => ({
  folder: facts.folder,
  default_folder: facts.defaultFolder,
  disk: {
    free_bytes: facts.disk.free,
    total_bytes: facts.disk.total,
    floor_bytes: facts.floorOf(facts.disk.total),
  },
  used: facts.used,
  by_user: facts.byUser.map(({ user, ...amount }) => ({ id: user, name: facts.userName(user), ...amount })),
  limits: {
    quota_bytes: facts.limits.quotaBytes ?? null,
    copies_bytes: facts.limits.copiesBytes ?? Number.MAX_SAFE_INTEGER,
  },
  check: checkResponse(facts.check),
  damages: facts.damages.map(damageResponse),
  move: moveResponse(facts.move),
});

const checkResponse = ({
  state,
  asked,
  verified,
  contents,
  ...times
}: ScrubProgress): StorageState['check'] => ({
  state,
  asked,
  verified,
  contents,
  began_at: timestamp(times.beganAt),
  finished_at: timestamp(times.finishedAt),
  next_at: timestamp(times.nextAt),
});

function moveResponse(progress: StorageFacts['move']): StorageState['move'] {
  if (!progress) return null;
  const { filesDone, filesTotal, bytesDone, bytesTotal, ...move } = progress;
  return {
    ...move,
    files_done: filesDone,
    files_total: filesTotal,
    bytes_done: bytesDone,
    bytes_total: bytesTotal,
  };
}

function damageResponse({ sha256, name, problem, foundAt, message: failure, nextAttempt }: NamedDamage) {
  const id = contentIdOf(sha256);
  return {
    content_id: id,
    name: name || id,
    problem,
    found_at: toTimestamp(foundAt),
    message: failure ? message('storage.repairFailed', { why: failure }) : message('storage.repairPending'),
    next_attempt: failure ? toTimestamp(nextAttempt) : null,
  };
}

const timestamp = (ms: number | null): string | null => (ms === null ? null : toTimestamp(ms));
