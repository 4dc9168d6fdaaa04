import { LeaseLostError } from '../../core/concurrency/leader.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { ShareAccess } from './hosts/share-access.ts';
import type { ShareKey, ShareRepository, ShareRow } from './repository/share-repository.ts';
import type { ShareableContents, ShareCompanions } from './share-companions.ts';
import type { ShareQueue } from './transfers/share-queue.ts';

interface Options {
  shares: ShareRepository;
  contents: Pick<ShareableContents, 'find'>;
  access: Pick<ShareAccess, 'wayOf'>;
  companions: ShareCompanions;
  queue: Pick<ShareQueue, 'isLeading' | 'writeAsLeader' | 'start' | 'startIdle'>;
  /** Unshares a content, within a command. */
  unshare: (key: ShareKey) => void;
  logger: Logger;
}

type Accompanied = Pick<ShareRow, 'sha256' | 'host' | 'way' | 'pictureOf'>;

/** Changes within this time are sent together. */
const gatherMs = 1000;

/** Sends changes of shared contents, of their pictures and previews to public nodes. */
export class ShareChanges {
  readonly #options: Options;
  #gathering: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Sends what has changed since the last time, soon. */
  gather(): void {
    // Work that ends while the node stops may still call this.
    if (this.#isStopped || !this.#options.queue.isLeading) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const { shares, queue } = this.#options;
      this.accompanyAll([...shares.missingCover(), ...shares.outdated()], () =>
        queue.startIdle([...shares.outdated(), ...shares.missingKey()]),
      );
    }, gatherMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#gathering);
  }

  /** Sends pictures and previews that are missing or failed, and soon what else has changed. */
  complete(): void {
    const { shares, queue } = this.#options;
    if (!queue.isLeading) return;
    this.accompanyAll(shares.missingCompanions(), () => this.gather());
  }

  /** Sends the pictures and previews of several contents, and goes on with `next`. */
  accompanyAll(rows: readonly Accompanied[], next: () => void = () => {}): void {
    const { queue, logger } = this.#options;
    Promise.all(rows.map((row) => queue.writeAsLeader(() => this.accompany(row)))).then(
      next,
      (error: unknown) => {
        // The next start or leader sends them.
        if (!this.#isStopped && !(error instanceof LeaseLostError))
          logger.error({ err: error }, 'the pictures of shares could not be sent');
      },
    );
  }

  /**
   * Sends pictures and previews that a shared content has now, and unshares those that it no longer has; within a
   * command. Does nothing if the content was unshared since the share was read, perhaps by another replica.
   */
  accompany({ sha256, host, way, pictureOf }: Accompanied): void {
    const { contents, shares, access, companions, queue, unshare } = this.#options;
    const content = contents.find(sha256);
    const share = shares.get({ sha256, host });
    if (!content || !share || share.state === 'withdrawing' || access.wayOf(host) === undefined) return;
    const place = { host, way, pictureOf: pictureOf ?? sha256 };
    const { added, orphaned, isChanged } = companions.record(content, place);
    if (isChanged) shares.outdate({ sha256, host });
    for (const key of added) queue.start(key, true);
    for (const key of orphaned) unshare(key);
  }
}
