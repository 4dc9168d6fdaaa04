import type { StorageState } from '../../contract/dashboard-api/storage.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { StoreMover } from '../../platform/blobs/relocation/store-mover.ts';
import type { DiskUsage } from '../../platform/blobs/store/blob-types.ts';
import type { Room } from './eviction-policy.ts';
import type { DamageRepository, DamageRow } from './repository/damage-repository.ts';
import type { StoreUsageRepository } from './repository/store-usage.ts';
import type { StoreScrub } from './store-scrub.ts';

export interface StorageDeskOptions {
  usage: StoreUsageRepository;
  damages: Pick<DamageRepository, 'list'>;
  room: Pick<Room, 'limits'>;
  scrub: StoreScrub;
  mover: Pick<StoreMover, 'current' | 'progress'>;
  /** Where everything lies if nothing else was said. */
  defaultFolder: string;
  disk: () => Promise<DiskUsage>;
  /** Bytes that a disk of this size keeps free. */
  floorOf: (diskSize: number) => number;
  /** How a person knows a user. */
  userName: (user: string) => string;
}

const mostUsers = 20;
const mostDamages = 100;

/** What the person who runs the node is told of its store. */
export class StorageDesk {
  readonly #options: StorageDeskOptions;

  constructor(options: StorageDeskOptions) {
    this.#options = options;
  }

  /** Checks everything stored now. */
  beginCheck(): void {
    this.#options.scrub.begin();
  }

  /** Ends the check that somebody asked for. */
  endCheck(): void {
    this.#options.scrub.end();
  }

  async state(): Promise<StorageState> {
    const { usage, damages, room, mover, disk, floorOf, userName, defaultFolder } = this.#options;
    const { free, total } = await disk();
    const { quotaBytes, copiesBytes } = room.limits;
    return {
      folder: mover.current,
      default_folder: defaultFolder,
      disk: { free_bytes: free, total_bytes: total, floor_bytes: floorOf(total) },
      used: usage.used(),
      by_user: usage.byUser(mostUsers).map(({ user, ...share }) => ({
        id: user,
        name: userName(user),
        ...share,
      })),
      limits: { quota_bytes: quotaBytes ?? null, copies_bytes: copiesBytes ?? Number.MAX_SAFE_INTEGER },
      check: this.#check(),
      damages: damages.list(mostDamages).map(toDocument),
      move: this.#move(),
    };
  }

  #check(): StorageState['check'] {
    const { state, asked, verified, contents, ...times } = this.#options.scrub.progress();
    return {
      ...{ state, asked, verified, contents },
      began_at: timestamp(times.beganAt),
      finished_at: timestamp(times.finishedAt),
      next_at: timestamp(times.nextAt),
    };
  }

  #move(): StorageState['move'] {
    const progress = this.#options.mover.progress();
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
}

const timestamp = (ms: number | null): string | null => (ms === null ? null : toTimestamp(ms));

function toDocument({ sha256, name, problem, foundAt, message, nextAttempt }: DamageRow & { name: string }) {
  const id = contentIdOf(sha256);
  return {
    content_id: id,
    name: name || id,
    problem,
    found_at: toTimestamp(foundAt),
    message: message
      ? `${message} Whoever uploads it again mends it, too.`
      : 'Other nodes are asked for it as soon as they may be. Whoever uploads it again mends it, too.',
    next_attempt: message ? toTimestamp(nextAttempt) : null,
  };
}
