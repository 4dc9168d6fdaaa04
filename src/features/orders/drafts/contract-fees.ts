import { isDeepStrictEqual } from 'node:util';
import { Address } from '@ton/core';
import type { Clock } from '../../../core/clock.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { ChainAccess, Fees } from '../../chain/index.ts';
import { readFees, ServicesDisagree } from '../../chain/runtime.ts';
import type { Draft, RequiredFee } from './draft.ts';

/** Time for which fees are valid; only a vote of the validators changes the prices of a network. */
const feesKeptMs = 24 * 60 * 60 * 1000;

export interface ContractFeesOptions {
  chain: Pick<ChainAccess, 'runMethod'>;
  /** Another service that has to agree; undefined: no confirmation. */
  second?: Pick<ChainAccess, 'runMethod'> | undefined;
  clock: Clock;
}

/** Reads the fees that the contracts of platforms require at the prices of the network. */
export class ContractFees {
  readonly #options: ContractFeesOptions;
  readonly #known = new Map<string, { fees: Fees; at: number }>();

  constructor(options: ContractFeesOptions) {
    this.#options = options;
  }

  /**
   * Checks that a draft attaches the required fees, without which the contracts would return the message, less network
   * fees.
   * @throws NodeError `chain_unavailable`
   */
  async check({ fee }: Pick<Draft, 'fee'>): Promise<void> {
    if (!fee) return;
    const fees = await this.#read(fee);
    if (fees[fee.kind] > fee.attached) throw new NodeError('chain_unavailable', 'chain.feesTooHigh');
  }

  async #read(asked: RequiredFee): Promise<Fees> {
    const { chain, second, clock } = this.#options;
    const { platform, shares = 0, cells = 0 } = asked;
    const key = `${platform}/${shares}/${cells}`;
    const known = this.#known.get(key);
    if (known && Math.abs(clock() - known.at) < feesKeptMs) return known.fees;
    const fees = await ask(chain, asked);
    if (second && !isDeepStrictEqual(await ask(second, asked), fees)) throw new ServicesDisagree();
    this.#known.set(key, { fees, at: clock() });
    return fees;
  }
}

async function ask(
  chain: Pick<ChainAccess, 'runMethod'>,
  { platform, shares = 0, cells = 0 }: RequiredFee,
): Promise<Fees> {
  const parameters = [shares, cells].map((count) => ({ type: 'int' as const, value: BigInt(count) }));
  try {
    const fees = readFees((await chain.runMethod(Address.parseRaw(platform), 'get_fees', parameters)).stack);
    if (fees) return fees;
  } catch (error) {
    if (error instanceof NodeError) throw error;
    // This service does not have the platform.
  }
  throw new NodeError('chain_unavailable', 'orders.feesUnknown');
}
