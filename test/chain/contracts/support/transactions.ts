import type { BlockchainTransaction } from '@ton/sandbox';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import { type PlatformEvent, readEvent } from '../../../../src/features/chain/contracts/events.ts';

/** Returns the exit code of the contract for a message, or 0, from the transaction that the message itself caused. */
export function exitCode([first]: BlockchainTransaction[]): number | undefined {
  if (first?.description.type !== 'generic') return undefined;
  const { computePhase, actionPhase } = first.description;
  if (computePhase.type !== 'vm') return undefined;
  return computePhase.exitCode || actionPhase?.resultCode || 0;
}

/** Returns the failed transactions. A recipient without code does not count as a failure. */
export function failed(transactions: BlockchainTransaction[]): BlockchainTransaction[] {
  return transactions.filter(({ description }) => {
    if (description.type !== 'generic') return true;
    const { computePhase, actionPhase } = description;
    if (computePhase.type === 'skipped') return computePhase.reason !== 'no-state';
    return !computePhase.success || !actionPhase?.success;
  });
}

/** Returns the transactions of one account. */
export function at(transactions: BlockchainTransaction[], address: RawAddress): BlockchainTransaction[] {
  const [, hash = ''] = address.split(':');
  return transactions.filter((transaction) => transaction.address === BigInt(`0x${hash}`));
}

/** Returns the events that an account received. */
export function eventsAt(transactions: BlockchainTransaction[], platform: RawAddress): PlatformEvent[] {
  return at(transactions, platform)
    .map(({ inMessage }) => (inMessage ? readEvent(inMessage.body) : undefined))
    .filter((event) => event !== undefined);
}

/** Returns the fees of validators and storage: amounts that accounts sent and none received. */
export function feesOf(transactions: BlockchainTransaction[]): bigint {
  return transactions.reduce((sum, { totalFees, inMessage }) => {
    const forwarded = inMessage?.info.type === 'internal' ? inMessage.info.forwardFee : 0n;
    return sum + totalFees.coins + forwarded;
  }, 0n);
}
