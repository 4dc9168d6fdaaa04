import { ownTitle } from '../../contract/dashboard-api/library/own-title.ts';
import type { StorageState } from '../../contract/dashboard-api/storage.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { StoreMover } from '../../platform/blobs/relocation/store-mover.ts';
import type { DiskUsage } from '../../platform/blobs/store/blob-types.ts';
import type { StoreLimits } from './quotas.ts';
import type { DamageRepository } from './repository/damage-repository.ts';
import type { StoreUsageRepository } from './repository/store-usage-repository.ts';
import { checkResponse, damageResponse, moveResponse } from './storage-responses.ts';
import type { StoreScrub } from './store-scrub.ts';

export interface StorageServiceOptions {
  usage: StoreUsageRepository;
  damages: Pick<DamageRepository, 'list'>;
  limits: () => StoreLimits;
  scrub: StoreScrub;
  mover: Pick<StoreMover, 'current' | 'progress'>;
  /** The folder of the store where none is set. */
  defaultFolder: string;
  disk: () => Promise<DiskUsage>;
  /** Returns the bytes to keep free on a disk of this size. */
  floorOf: (diskSize: number) => number;
  /** Returns the name of a user. */
  userName: (user: string) => string;
}

const maxUsers = 20;
const maxLargest = 5;
const maxDamages = 100;

/** Reports the state of the store, and starts and ends its check. */
export class StorageService {
  readonly #options: StorageServiceOptions;

  constructor(options: StorageServiceOptions) {
    this.#options = options;
  }

  beginCheck(): Promise<void> {
    return this.#options.scrub.begin();
  }

  /** Ends a check that the owner started. */
  cancelCheck(): Promise<void> {
    return this.#options.scrub.end();
  }

  async state(): Promise<StorageState> {
    const { usage, damages, scrub, mover, floorOf, userName, defaultFolder } = this.#options;
    const { quotaBytes, copiesBytes } = this.#options.limits();
    const { free, total } = await this.#options.disk();
    return {
      folder: mover.current,
      default_folder: defaultFolder,
      disk: { free_bytes: free, total_bytes: total, floor_bytes: floorOf(total) },
      used: usage.used(),
      by_user: usage
        .byUser(maxUsers)
        .map(({ user, ...amount }) => ({ id: user, name: userName(user), ...amount })),
      by_kind: usage.byKind(),
      largest: usage.largest(maxLargest).map(({ sha256, name, title, size }) => {
        const id = contentIdOf(sha256);
        return { content_id: id, title: ownTitle(title, name) ?? (name || id), size };
      }),
      limits: { quota_bytes: quotaBytes ?? null, copies_bytes: copiesBytes ?? Number.MAX_SAFE_INTEGER },
      check: checkResponse(scrub.progress()),
      damages: damages.list(maxDamages).map(damageResponse),
      move: moveResponse(mover.progress()),
    };
  }
}
