import { amountText } from '../../lib/format/ton.ts';
import { addressProblem, isSameAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { readTon } from '../../ui/forms/ton-field.tsx';

/** The entered form to send money. */
export interface SendInput {
  to: string;
  amount: string;
  comment: string;
}

/** The request to the node. */
export interface WithdrawalRequest {
  to: string;
  amount: string;
  comment: string;
}

/** The wallet that sends, with amounts in nanograms. */
export interface Sender {
  address: string;
  /** null if it is unknown. */
  balance: string | null;
  isTestChain: boolean;
}

/** Returns why an address cannot receive money; null if it can. */
export function recipientProblem(typed: string, { address, isTestChain }: Sender): string | null {
  const problem = addressProblem(typed, isTestChain);
  if (problem !== undefined) return problem;
  return isSameAddress(typed, address) ? t('wallet.send.ownAddress') : null;
}

/** Returns why an amount cannot be sent; null if it can. */
export function amountProblem(nano: bigint, { balance }: Sender): string | null {
  if (nano === 0n) return t('wallet.send.moreThanZero');
  if (balance === null || nano <= BigInt(balance)) return null;
  return t('wallet.send.walletHas', { amount: amountText(balance) });
}

/** Returns the request to the node; null while the form is incomplete or invalid. */
export function withdrawalOf({ to, amount, comment }: SendInput, sender: Sender): WithdrawalRequest | null {
  const nano = readTon(amount, (typed) => amountProblem(typed, sender));
  if (nano === null || recipientProblem(to, sender) !== null) return null;
  return { to: to.trim(), amount: nano.toString(), comment: comment.trim() };
}
