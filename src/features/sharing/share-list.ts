import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { Share } from '../../contract/dashboard-api/sharing.ts';
import type { PeerDirectory } from '../peers/index.ts';
import type { ShareRepository, ShareRow } from './repository/share-repository.ts';
import type { ShareQueue } from './share-queue.ts';
import { toShare, toTransfer } from './share-responses.ts';

interface Options {
  shares: ShareRepository;
  peers: PeerDirectory;
}

const mostListed = 1000;

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

  /** Returns shares, newest first, at most 1,000; including contents no longer stored here. */
  all(host: string | undefined): (Share & Pick<ShareRow, 'sha256' | 'name' | 'size'>)[] {
    return this.#options.shares.page(host, mostListed).map((row) => {
      const { sha256, name, size } = row;
      return { ...this.share(row), sha256, name, size };
    });
  }

  /** Returns transfers that wait, run or failed, oldest first. */
  transfers(): Transfer[] {
    return this.#options.shares.unsent().map((row) => toTransfer(row, this.#queue.progressOf(row)));
  }
}
