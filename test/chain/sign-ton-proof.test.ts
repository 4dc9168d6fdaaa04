import { describe, expect, it } from 'vitest';
import { verifyTonProof } from '../../src/features/auth/proof/verify-ton-proof.ts';
import { signFeeWalletProof } from '../../src/features/chain/sign-ton-proof.ts';
import { FeeWalletKeys } from '../../src/features/chain/wallets/fee-wallet-keys.ts';
import { walletOfKey } from '../../src/features/chain/wallets/wallet-contract.ts';

const keys = new FeeWalletKeys(Buffer.alloc(32, 7));
const now = Date.parse('2026-05-05T10:00:00Z');

describe('the wallet proof of this node', () => {
  it.each(['off', 'mainnet', 'testnet', 'embedded'] as const)(
    'is accepted by nodes of every network when it is made on “%s”',
    async (network) => {
      const proof = await signFeeWalletProof(keys, network, {
        domain: 'node.example:8443',
        payload: 'abc',
        now,
      });
      for (const theirs of ['off', 'mainnet', 'testnet', 'embedded'] as const) {
        const rules = {
          domains: ['node.example:8443'],
          network: theirs,
          chain: undefined,
          now: now + 60_000,
        };
        await expect(verifyTonProof(proof, rules)).resolves.toEqual({
          address: walletOfKey(await keys.publicKey(), network).address.toRawString(),
          version: 'v5R1',
        });
      }
    },
  );

  it('is valid for one node and one challenge only', async () => {
    const proof = await signFeeWalletProof(keys, 'off', { domain: 'node.example', payload: 'abc', now });
    const rules = { domains: ['other.example'], network: 'off', chain: undefined, now } as const;
    await expect(verifyTonProof(proof, rules)).rejects.toMatchObject({ code: 'invalid_ton_proof' });
    const other = { ...proof, ton_proof: { ...proof.ton_proof, payload: 'abd' } };
    await expect(verifyTonProof(other, { ...rules, domains: ['node.example'] })).rejects.toMatchObject({
      code: 'invalid_ton_proof',
    });
  });
});
