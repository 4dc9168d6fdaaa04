import { Address } from '@ton/core';
import type { Logger } from '../../../core/log/logger.ts';
import { NodeError } from '../../../core/node-error.ts';
import { verifyPlatform } from '../contracts/generations/verify-platform.ts';
import type { ChainAccess } from '../wallets/wallet-state.ts';
import type { ChainPlatformRepository } from './platform-repository.ts';

export interface FormerPlatformsOptions {
  network: string;
  /** Id of the followed platform in the database. */
  platform: number;
  platforms: Pick<ChainPlatformRepository, 'otherWithContents' | 'setEndNoted'>;
  chain: Pick<ChainAccess, 'getContractState'>;
  /** Called once for each platform whose contents are not shown any more. */
  onEnd: () => void;
  logger: Logger;
}

/**
 * Finds the platforms of the practice chain that earlier versions of Alcove followed, but whose contracts belong to no
 * generation; their contents and licences are no longer read.
 */
export class FormerPlatforms {
  readonly #options: FormerPlatformsOptions;
  #checking: Promise<void> | undefined;

  constructor(options: FormerPlatformsOptions) {
    this.#options = options;
  }

  /** Checks the platforms, unless an earlier check succeeded. */
  check(): Promise<void> {
    this.#checking ??= this.#check().catch((error: unknown) => {
      this.#checking = undefined;
      const level = error instanceof NodeError ? 'debug' : 'error';
      this.#options.logger[level]({ err: error }, 'former platforms could not be checked');
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    const { network, platform, platforms, chain, onEnd } = this.#options;
    // On other networks, unknown code belongs to a later version.
    if (network !== 'embedded') return;
    for (const { id, address } of platforms.otherWithContents(network, platform)) {
      const account = await chain.getContractState(Address.parseRaw(address));
      // A platform of a known generation, or of another chain, may be followed again.
      if (account.state !== 'active' || verifyPlatform(address, account)) continue;
      await platforms.setEndNoted(id);
      onEnd();
    }
  }
}
