import { NodeError } from '../../core/node-error.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareKey, ShareRepository, ShareRow } from './repository/share-repository.ts';
import type { ShareCompanions } from './share-companions.ts';
import type { ShareQueue } from './transfers/share-queue.ts';

interface Options {
  shares: ShareRepository;
  parts: SharePartRepository;
  companions: ShareCompanions;
  queue: Pick<ShareQueue, 'start' | 'startIdle' | 'remove'>;
}

export const shareNotFound = (): NodeError => new NodeError('share_not_found', 'sharing.notShared');

/** Removes shared contents from public nodes, with what is there only because of them; all of it within commands. */
export class ShareRemoval {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Unshares a content with its parts; a second request after the node was unreachable removes the share without it.
   * @throws NodeError `share_not_found`
   */
  unshare(key: ShareKey): void {
    const row = this.#options.shares.get(key);
    if (!row) throw shareNotFound();
    this.#unshare(row);
  }

  /** Unshares manifests of a collection; one that belongs to another shared collection stays for that one. */
  unshareManifests(rows: readonly ShareRow[]): void {
    const { shares, parts } = this.#options;
    for (const row of rows) {
      if (parts.collectionsWith(row).length === 0) this.#unshare(row);
      else {
        shares.update(row, { isPart: true });
        this.#unlist([row]);
      }
    }
  }

  /** Ends the listing of the parts of an unlisted content, unless they are listed for another reason. */
  unlistParts(key: ShareKey): void {
    this.#unlist(this.#options.parts.partsOf(key));
  }

  #unshare(row: ShareRow): void {
    const { shares, parts, companions, queue } = this.#options;
    const ownParts = parts.partsOf(row);
    const orphaned = companions.remove(row);
    const wasNotReached = row.state === 'withdrawing' && row.message !== null;
    if (wasNotReached || (row.sentBytes === null && row.state !== 'withdrawing')) {
      shares.remove(row);
      queue.remove(row);
    } else if (row.state !== 'withdrawing') {
      shares.update(row, { state: 'withdrawing', uploadId: null, message: null });
      queue.start(row, true);
    }
    queue.startIdle(companions.markCovered(row));
    for (const key of orphaned) this.unshare(key);
    this.#unlist(ownParts);
  }

  /** Ends the listing of contents that nobody shared themselves and that are in no listed collection there. */
  #unlist(keys: readonly ShareKey[]): void {
    const { shares, parts, queue } = this.#options;
    for (const key of keys) {
      const row = shares.get(key);
      if (!row?.isPart || !row.listed || row.state === 'withdrawing' || parts.isListed(row)) continue;
      shares.update(row, { listed: false });
      shares.outdate(row);
      // Waiting contents are described after they were sent.
      if (row.state === 'shared') queue.start(row, true);
      this.unlistParts(row);
    }
  }
}
