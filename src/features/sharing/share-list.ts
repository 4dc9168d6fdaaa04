import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { CollectionShare } from '../../contract/dashboard-api/library/collection-shares.ts';
import type { Share, SharedContent } from '../../contract/dashboard-api/sharing.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { PeerDirectory } from '../peers/index.ts';
import type { ShareCompanionRepository } from './repository/share-companion-repository.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareRepository, ShareRow } from './repository/share-repository.ts';
import type { ShareableContents } from './share-companions.ts';
import { effectOfUnsharing } from './share-parts.ts';
import { toShare, toTransfer } from './share-responses.ts';
import type { ShareQueue } from './transfers/share-queue.ts';

interface Options {
  contents: Pick<ShareableContents, 'find'>;
  shares: ShareRepository;
  companions: ShareCompanionRepository;
  parts: SharePartRepository;
  peers: PeerDirectory;
}

const maxListed = 1000;

/** Lists shares for the dashboard, with the progress of their transfers. */
export class ShareList {
  readonly #options: Options;
  readonly #queue: Pick<ShareQueue, 'stateOf' | 'progressOf'>;

  constructor(options: Options, queue: Pick<ShareQueue, 'stateOf' | 'progressOf'>) {
    this.#options = options;
    this.#queue = queue;
  }

  share(row: ShareRow): Share {
    return toShare(row, this.#queue.stateOf(row), this.#options.peers.get(row.host));
  }

  /** Returns the shares of contents by their hashes in hexadecimal digits; contents without shares are left out. */
  of(hashes: readonly Buffer[]): Map<string, Share[]> {
    const shares = hashes.map((sha256): [hex: string, shares: Share[]] => [
      sha256.toString('hex'),
      this.#options.shares.ofContent(sha256).map((row) => this.share(row)),
    ]);
    return new Map(shares.filter(([, ofContent]) => ofContent.length > 0));
  }

  /** Returns shares, newest first, at most 1,000, also of contents that are no longer stored here. */
  list(
    host: string | undefined,
  ): (Share &
    Pick<ShareRow, 'sha256' | 'name' | 'size'> &
    Pick<SharedContent, 'also_unshared' | 'is_part'>)[] {
    return this.#options.shares.page(host, maxListed).map((row) => {
      const { sha256, size, isPart } = row;
      const { also_unshared } = effectOfUnsharing([row], this.#options);
      return { ...this.share(row), sha256, name: this.#nameOf(row), size, also_unshared, is_part: isPart };
    });
  }

  /** Returns the present title of a content, which may have changed since then, or come from tags that were read later. */
  #nameOf({ sha256, name }: ShareRow): string {
    const content = this.#options.contents.find(sha256);
    return content ? content.title || content.name : name;
  }

  /** Returns the shares of manifests that were requested directly, not as parts of another share. */
  requestedRows(manifests: readonly Buffer[]): ShareRow[] {
    return manifests.flatMap((one) => this.#options.shares.ofContent(one)).filter(({ isPart }) => !isPart);
  }

  /** Returns the shares of a collection, one for each public node. @param manifests the newest first */
  sharesOfCollection(manifests: readonly Buffer[]): Omit<CollectionShare, 'outdated'>[] {
    const { parts } = this.#options;
    const all = this.requestedRows(manifests);
    return [...new Set(all.map(({ host }) => host))].flatMap((one) => {
      const rows = all.filter(({ host }) => host === one);
      const [newest] = rows;
      const kept = rows.filter((row) => parts.collectionsWith(row).length > 0);
      const unshared = rows.filter((row) => !kept.includes(row));
      const effect = effectOfUnsharing(unshared, this.#options, kept);
      return newest ? [{ ...this.share(newest), content_id: contentIdOf(newest.sha256), ...effect }] : [];
    });
  }

  /** Returns transfers that wait, run or failed, oldest first. */
  transfers(): Transfer[] {
    return this.#options.shares
      .unsent()
      .map((row) => toTransfer({ ...row, name: this.#nameOf(row) }, this.#queue.progressOf(row)));
  }
}
