import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainLicence } from '../chain/index.ts';
import type { ChainLicenceRepository } from './repository/licence-repository.ts';
import type { ChainMarketRepository } from './repository/market-repository.ts';

/**
 * Where a file that was encrypted here is on the chain by its author's order; null: not yet. undefined: it is none, or
 * nobody ordered that.
 */
export type MadeHere = (sha256: Buffer) => RawAddress | null | undefined;

/** What the index has of one platform, for whoever asks about single contents and licences. */
export class ChainMarket {
  readonly #contents: ChainMarketRepository;
  readonly #licences: ChainLicenceRepository;
  readonly #platform: number;
  readonly #madeHere: MadeHere;

  /** @param platform the `id` under which its rows stand */
  constructor(
    contents: ChainMarketRepository,
    licences: ChainLicenceRepository,
    platform: number,
    madeHere: MadeHere,
  ) {
    this.#contents = contents;
    this.#licences = licences;
    this.#platform = platform;
    this.#madeHere = madeHere;
  }

  /**
   * Of several contents with one file the first counts; of one that was encrypted here, its author's own: whoever saw
   * their message on its way to the chain may have been faster.
   */
  byFile(sha256: Buffer): ChainContent | undefined {
    const own = this.#madeHere(sha256);
    if (own === undefined) return this.#contents.byFile(this.#platform, sha256);
    return own === null ? undefined : this.byAddress(own);
  }

  byAddress(address: RawAddress): ChainContent | undefined {
    return this.#contents.byAddress(this.#platform, address);
  }

  licence(address: RawAddress): { licence: ChainLicence; content: ChainContent } | undefined {
    const licence = this.#licences.byAddress(this.#platform, address);
    const content = licence && this.#contents.byIds([licence.content]).get(licence.content);
    return licence && content && { licence, content };
  }

  /** What a wallet holds of a content. */
  licencesOf(content: ChainContent, owner: RawAddress): ChainLicence[] {
    return this.#licences.holdings([content.id], [owner]);
  }

  /** The same for several wallets. */
  licencesOfAll(content: Pick<ChainContent, 'id'>, owners: readonly RawAddress[]): ChainLicence[] {
    return owners.length === 0 ? [] : this.#licences.holdings([content.id], owners);
  }
}
