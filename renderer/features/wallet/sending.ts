import { amountText } from '../../lib/format/ton.ts';
import { addressProblem, isSameAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { readTon } from '../../ui/forms/ton-field.tsx';

/** What a person has filled in to send money. */
export interface Sending {
  to: string;
  amount: string;
  comment: string;
}

/** As the node takes it. */
export interface AskedWithdrawal {
  to: string;
  amount: string;
  comment: string;
}

/** From where to, in nanoTON. */
export interface Sender {
  address: string;
  /** null: not known now. */
  balance: string | null;
  isTestChain: boolean;
}

/** Why nothing can be sent there, for the person who typed it; null where it can. */
export function recipientProblem(typed: string, { address, isTestChain }: Sender): string | null {
  const problem = addressProblem(typed, isTestChain);
  if (problem !== undefined) return problem;
  return isSameAddress(typed, address) ? t('wallet.send.ownAddress') : null;
}

/** Why an amount cannot be sent, for the person who typed it; null where it can. */
export function amountProblem(nano: bigint, { balance }: Sender): string | null {
  if (nano === 0n) return t('wallet.send.moreThanZero');
  if (balance === null || nano <= BigInt(balance)) return null;
  return t('wallet.send.walletHas', { amount: amountText(balance) });
}

/** What is asked of the node; null while something is missing or wrong. */
export function withdrawalOf({ to, amount, comment }: Sending, sender: Sender): AskedWithdrawal | null {
  const nano = readTon(amount, (typed) => amountProblem(typed, sender));
  if (nano === null || recipientProblem(to, sender) !== null) return null;
  return { to: to.trim(), amount: nano.toString(), comment: comment.trim() };
}
