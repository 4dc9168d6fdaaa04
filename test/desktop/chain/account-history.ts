import { Address, type Transaction } from '@ton/core';
import { TonClient } from '@ton/ton';

/** The balance of an account at a time. */
export interface Standing {
  balance: bigint;
  /** Logical time of its last transaction. */
  lt: bigint;
}

/** The history of accounts according to the chain, independent of the node. Amounts in nanograms. */
export class AccountHistory {
  readonly #client: TonClient;

  constructor(endpoint: string) {
    this.#client = new TonClient({ endpoint });
  }

  async now(address: string): Promise<Standing> {
    const { balance, lastTransaction } = await this.#client.getContractState(Address.parse(address));
    return { balance, lt: BigInt(lastTransaction?.lt ?? 0) };
  }

  /** Income and payments since then, to the last nanogram, and the change of the balance. */
  async since(address: string, { balance, lt }: Standing) {
    const recent = await this.#client.getTransactions(Address.parse(address), { limit: 20 });
    const after = recent.filter((transaction) => transaction.lt > lt);
    return {
      received: after.flatMap(({ inMessage }) => valueOf(inMessage)).toReversed(),
      sent: after.flatMap(({ outMessages }) => outMessages.values().flatMap(valueOf)).toReversed(),
      fees: after.reduce((sum, transaction) => sum + feesOf(transaction), 0n),
      change: (await this.now(address)).balance - balance,
    };
  }
}

type Message = NonNullable<Transaction['inMessage']>;

const valueOf = (message: Message | null | undefined): bigint[] =>
  message?.info.type === 'internal' ? [message.info.value.coins] : [];

/** All fees of the account, including those for forwarding its messages. */
const feesOf = ({ totalFees, outMessages }: Transaction): bigint =>
  outMessages
    .values()
    .reduce((sum, { info }) => sum + (info.type === 'internal' ? info.forwardFee : 0n), totalFees.coins);

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);
