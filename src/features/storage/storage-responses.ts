import type { StorageState } from '../../contract/dashboard-api/storage.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { message } from '../../core/messages/message.ts';
import type { StoreMover } from '../../platform/blobs/relocation/store-mover.ts';
import type { NamedDamageRow } from './repository/damage-repository.ts';
import type { ScrubProgress } from './store-scrub.ts';

/** Describes the check of all stored files. */
export const checkResponse = ({
  beganAt,
  finishedAt,
  nextAt,
  ...check
}: ScrubProgress): StorageState['check'] => ({
  ...check,
  began_at: timestamp(beganAt),
  finished_at: timestamp(finishedAt),
  next_at: timestamp(nextAt),
});

/** Describes a running move of all stored files. */
export function moveResponse(progress: ReturnType<StoreMover['progress']>): StorageState['move'] {
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

/** Describes known damage and the time of the next repair attempt. */
export function damageResponse(damage: NamedDamageRow): StorageState['damages'][number] {
  const { sha256, name, problem, foundAt, message: failure, nextAttempt } = damage;
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
