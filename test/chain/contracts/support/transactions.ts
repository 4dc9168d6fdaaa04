import type { BlockchainTransaction } from '@ton/sandbox';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import { type PlatformEvent, readEvent } from '../../../../src/features/chain/contracts/events.ts';

/** The exit code of the contract for a message, or 0: of the transaction that the message itself caused. */
export function exitCode([first]: BlockchainTransaction[]): number | undefined {
  if (first?.description.type !== 'generic') return undefined;
  const { computePhase, actionPhase } = first.description;
  if (computePhase.type !== 'vm') return undefined;
  return computePhase.exitCode || actionPhase?.resultCode || 0;
}

/** The failed transactions. A recipient without code is no failure. */
export function failed(transactions: BlockchainTransaction[]): BlockchainTransaction[] {
  return transactions.filter(({ description }) => {
    if (description.type !== 'generic') return true;
    const { computePhase, actionPhase } = description;
    if (computePhase.type === 'skipped') return computePhase.reason !== 'no-state';
    return !computePhase.success || !actionPhase?.success;
  });
}

/** The transactions of one account. */
export function at(transactions: BlockchainTransaction[], address: RawAddress): BlockchainTransaction[] {
  const [, hash = ''] = address.split(':');
  return transactions.filter((transaction) => transaction.address === BigInt(`0x${hash}`));
}

/** The events received by an account. */
export function eventsAt(transactions: BlockchainTransaction[], platform: RawAddress): PlatformEvent[] {
  return at(transactions, platform)
    .map(({ inMessage }) => (inMessage ? readEvent(inMessage.body) : undefined))
    .filter((event) => event !== undefined);
}

/** The fees of validators and storage: sent from accounts and received by none. */
export function feesOf(transactions: BlockchainTransaction[]): bigint {
  return transactions.reduce((sum, { totalFees, inMessage }) => {
    const forwarded = inMessage?.info.type === 'internal' ? inMessage.info.forwardFee : 0n;
    return sum + totalFees.coins + forwarded;
  }, 0n);
}
