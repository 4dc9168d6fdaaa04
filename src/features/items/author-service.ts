import type { Author } from '../../contract/dashboard-api/library/items.ts';
import { type RawAddress, requireTonAddress } from '../../core/ton/ton-address.ts';
import type { ContentService } from '../content/index.ts';
import type { LocalContentResponses } from '../serving/index.ts';

/** A content as its author describes it, on the chain or at another node. */
export interface AuthorWork {
  /** undefined: it names no file. */
  sha256: Buffer | undefined;
  authors: readonly string[];
  /** null: unknown. */
  owner: RawAddress | null;
}

/** A source of works; it may return the newest few hundred only. */
export interface WorkSource {
  ofWallet(owner: RawAddress): readonly AuthorWork[];
  /** Returns works that name an author. */
  ofName(name: string): readonly AuthorWork[];
}

export interface AuthorServiceOptions {
  contents: Pick<ContentService, 'stored'>;
  responses: Pick<LocalContentResponses, 'contents'>;
  sources: readonly WorkSource[];
  /** Returns the published files that the users with a wallet added here. */
  uploadedBy: (owner: RawAddress) => readonly Buffer[];
  isOwn: (owner: RawAddress) => boolean;
  format: (owner: RawAddress) => string;
}

const maxNames = 10;
const maxFiles = 100;

/** Collects what this node knows about the author with a wallet. */
export class AuthorService {
  readonly #options: AuthorServiceOptions;

  constructor(options: AuthorServiceOptions) {
    this.#options = options;
  }

  /** @param address of a wallet, in any form @throws NodeError `invalid_request` */
  get(address: string): Author {
    const { sources, isOwn, format, uploadedBy } = this.#options;
    const owner = requireTonAddress(address, 'params.address');
    const mine = isOwn(owner);
    const works = sources.flatMap((source) => source.ofWallet(owner));
    const hashes = works.flatMap(({ sha256 }) => sha256 ?? []);
    return {
      address: format(owner),
      mine,
      names: namesOf(works).map((name) => ({ name, others: this.#others(name, owner) })),
      // The list of the node's owner leaves out added files, because most of them are not the owner's works.
      library: this.#stored(mine ? hashes : [...hashes, ...uploadedBy(owner)]),
    };
  }

  #others(name: string, owner: RawAddress): number {
    const works = this.#options.sources.flatMap((source) => source.ofName(name));
    const wallets = new Set(works.map((work) => work.owner));
    wallets.delete(owner);
    wallets.delete(null);
    return wallets.size;
  }

  #stored(hashes: readonly Buffer[]): Author['library'] {
    const { contents, responses } = this.#options;
    const different = new Map(hashes.map((sha256) => [sha256.toString('hex'), sha256]));
    const stored = contents.stored([...different.values()]);
    return responses.contents(stored.sort((a, b) => b.createdAt - a.createdAt).slice(0, maxFiles));
  }
}

/** Returns the names of authors in works, the most frequent first. */
function namesOf(works: readonly AuthorWork[]): string[] {
  const counts = new Map<string, number>();
  for (const { authors } of works) {
    for (const name of authors) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return names.slice(0, maxNames);
}
