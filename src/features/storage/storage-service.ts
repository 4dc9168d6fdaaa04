import type { StorageState } from '../../contract/dashboard-api/storage.ts';
import type { StoreMover } from '../../platform/blobs/relocation/store-mover.ts';
import type { DiskUsage } from '../../platform/blobs/store/blob-types.ts';
import type { StoreLimits } from './quotas.ts';
import type { DamageRepository } from './repository/damage-repository.ts';
import type { StoreUsageRepository } from './repository/store-usage-repository.ts';
import { storageResponse } from './storage-responses.ts';
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
  /** Bytes that a disk of this size keeps free. */
  floorOf: (diskSize: number) => number;
  /** Returns the name of a user. */
  userName: (user: string) => string;
}

const mostUsers = 20;
const mostDamages = 100;

/** Reports the state of the store, and starts and ends its check. */
export class StorageService {
  readonly #options: StorageServiceOptions;

  constructor(options: StorageServiceOptions) {
    this.#options = options;
  }

  /** Starts a check of everything stored. */
  beginCheck(): void {
    this.#options.scrub.begin();
  }

  /** Ends a check that a person started. */
  endCheck(): void {
    this.#options.scrub.end();
  }

  async state(): Promise<StorageState> {
    const { usage, damages, limits, scrub, mover, disk, ...options } = this.#options;
    return storageResponse({
      ...options,
      folder: mover.current,
      disk: await disk(),
      used: usage.used(),
      byUser: usage.byUser(mostUsers),
      limits: limits(),
      check: scrub.progress(),
      damages: damages.list(mostDamages),
      move: mover.progress(),
    });
  }
}
