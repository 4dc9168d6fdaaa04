import { describe, expect, it } from 'vitest';
import {
  amountProblem,
  recipientProblem,
  type Sender,
  withdrawalOf,
} from '../../../renderer/features/wallet/sending.ts';
import { formatTonAddress } from '../../../src/core/ton/ton-address.ts';
import { plain } from '../plain-spaces.ts';

const addressOf = (hex: string, testOnly = true) =>
  formatTonAddress(`0:${hex.repeat(32)}`, { bounceable: false, testOnly });
const sender: Sender = { address: addressOf('a1'), balance: '3000000000', isTestChain: true };
const filled = { to: ` ${addressOf('b2')}\n`, amount: '1,5', comment: ' for Ada ' };

describe('money that is sent', () => {
  it('goes to the entered address, in the entered amount', () => {
    expect(withdrawalOf(filled, sender)).toEqual({
      to: addressOf('b2'),
      amount: '1500000000',
      comment: 'for Ada',
    });
    expect(withdrawalOf({ ...filled, amount: '3' }, sender)?.amount).toBe(sender.balance);
  });

  it('is more than zero and at most the balance', () => {
    expect(amountProblem(0n, sender)).toBe('Enter more than 0');
    expect(plain(amountProblem(3_000_000_001n, sender) ?? '')).toBe('3 GRAM available');
    expect(withdrawalOf({ ...filled, amount: '3.000000001' }, sender)).toBeNull();
    expect(withdrawalOf({ ...filled, amount: '' }, sender)).toBeNull();
    expect(amountProblem(10n ** 18n, { ...sender, balance: null })).toBeNull();
  });

  it('goes neither to the wallet itself, nor to an address that real money would be lost at', () => {
    expect(recipientProblem(`0:${'a1'.repeat(32)}`, sender)).toContain('this wallet itself');
    expect(recipientProblem('nonsense', sender)).toContain('instead of 48');
    const real = { ...sender, address: addressOf('a1', false), isTestChain: false };
    expect(recipientProblem(addressOf('b2'), real)).toContain('test money');
    expect(recipientProblem(addressOf('b2', false), real)).toBeNull();
    expect(withdrawalOf({ ...filled, to: addressOf('a1') }, sender)).toBeNull();
  });
});
