import { createHash } from 'node:crypto';
import { Address } from '@ton/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TonProofInput, tonProof } from '../../src/contract/node-api/auth.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { globalIds } from '../../src/core/ton/global-ids.ts';
import { proofDigest } from '../../src/crypto/ton-proof-digest.ts';
import { type ProofRules, verifyTonProof } from '../../src/features/auth/proof/verify-ton-proof.ts';
import { groupOrder } from '../crypto/edwards25519.ts';
import { randomRuns } from '../support/random-runs.ts';
import { testWallet, walletVersions } from '../support/wallets/test-wallet.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const domain = 'node.example';
const wallet = testWallet(1, 'v5R1');
const rules: ProofRules = { domains: [domain], network: 'off', chain: undefined, now };
const prove = (changes: { domain?: string; timestamp?: number } = {}) =>
  wallet.prove(changes.domain ?? domain, 'payload', changes.timestamp ?? now / 1000);

const account = (proof: TonProofInput, changes: Partial<TonProofInput['account']>): TonProofInput => ({
  ...proof,
  account: { ...proof.account, ...changes },
});
const signedPart = (proof: TonProofInput, changes: Partial<TonProofInput['ton_proof']>): TonProofInput => ({
  ...proof,
  ton_proof: { ...proof.ton_proof, ...changes },
});
const without = (proof: TonProofInput, member: 'walletStateInit' | 'publicKey'): TonProofInput => {
  const { [member]: _, ...rest } = proof.account;
  return { ...proof, account: rest };
};

/** The reason of the refusal of a proof. */
const refusal = (proof: TonProofInput, changes: Partial<ProofRules> = {}): Promise<string> =>
  verifyTonProof(proof, { ...rules, ...changes }).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof NodeError && error.code === 'invalid_ton_proof') return error.message;
      throw error;
    },
  );

describe('a wallet proof', () => {
  it.each(walletVersions)('of version %s is accepted', async (version) => {
    const of = testWallet(5, version);
    expect(await verifyTonProof(of.prove(domain, 'payload', now / 1000), rules)).toEqual({
      address: of.address,
      version,
    });
  });

  it('has the bytes of TON Connect', () => {
    const zeros = '0'.repeat(64);
    const host = Buffer.from('node.example').toString('hex');
    const message = `${Buffer.from('ton-proof-item-v2/').toString('hex')}ffffffff${zeros}0c000000${host}78563412000000006869`;
    const inner = createHash('sha256').update(message, 'hex').digest('hex');
    const outer = `ffff${Buffer.from('ton-connect').toString('hex')}${inner}`;
    const digest = proofDigest(`-1:${zeros}`, {
      timestamp: 0x12345678,
      domain: { lengthBytes: 12, value: 'node.example' },
      payload: 'hi',
    });
    expect(digest.toString('hex')).toBe(createHash('sha256').update(outer, 'hex').digest('hex'));
  });

  it('may have the timestamp as text, the state init at the proof, and the address in any form', async () => {
    const proof = prove();
    expect(await refusal(signedPart(proof, { timestamp: String(now / 1000) }))).toBe('accepted');
    const embeddedStateInit = signedPart(without(proof, 'walletStateInit'), {
      state_init: proof.account.walletStateInit,
    });
    expect(await refusal(embeddedStateInit)).toBe('accepted');
    const friendly = Address.parse(wallet.address).toString({ testOnly: true, bounceable: false });
    expect(await refusal(account(proof, { address: friendly }))).toBe('accepted');
    expect(await refusal(without(proof, 'publicKey'))).toBe('accepted');
  });

  it('is valid within 15 minutes of the node’s clock', async () => {
    const at = (seconds: number) => refusal(prove({ timestamp: now / 1000 + seconds }));
    expect(await at(-900)).toBe('accepted');
    expect(await at(900)).toBe('accepted');
    expect(await at(-901)).toContain('15 minutes');
    expect(await at(901)).toContain('15 minutes');
  });
});

describe('a wallet proof is rejected', () => {
  const evil = testWallet(66, 'v5R1');
  const forged = evil.prove(domain, 'payload', now / 1000);

  it('for another domain', async () => {
    expect(await refusal(prove({ domain: 'evil.example' }))).toContain('sign_in.domains');
    expect(await refusal(prove(), { domains: [] })).toContain('sign_in.domains');
    const renamed = signedPart(prove({ domain: 'evil.example' }), {
      domain: { lengthBytes: domain.length, value: domain },
    });
    expect(await refusal(renamed)).toContain('signature');
  });

  it('with another length of the domain', async () => {
    const proof = signedPart(prove(), { domain: { lengthBytes: 3, value: domain } });
    expect(await refusal(proof)).toContain('lengthBytes');
  });

  it('when anything signed was changed', async () => {
    expect(await refusal(signedPart(prove(), { payload: 'other' }))).toContain('signature');
    expect(await refusal(signedPart(prove(), { timestamp: now / 1000 + 1 }))).toContain('signature');
  });

  it('with another key for the wallet of another user', async () => {
    const { address, walletStateInit = '' } = prove().account;
    expect(await refusal(account(forged, { address }))).toContain('state init');
    expect(await refusal(account(forged, { address, walletStateInit }))).toContain('publicKey');
    const silent = without(account(forged, { address, walletStateInit }), 'publicKey');
    expect(await refusal(silent)).toContain('signature');
  });

  it('of another network, if the node has one', async () => {
    const main = account(prove(), { chain: '-239' });
    const test = account(prove(), { chain: '-3' });
    expect(await refusal(main, { network: 'testnet' })).toBe(
      'The wallet is on the main network, and this node is on the test network. Switch the wallet to the test network, then connect it again.',
    );
    expect(await refusal(test, { network: 'mainnet' })).toContain('Switch the wallet to the main network');
    const practice = account(prove(), { chain: String(globalIds.embedded) });
    expect(await refusal(practice, { network: 'embedded' })).toBe('accepted');
    expect(await refusal(practice, { network: 'testnet' })).toContain('on the practice network');
    expect(await refusal(test, { network: 'embedded' })).toContain('on the test network');
    expect(await refusal(main)).toBe('accepted');
    expect(await refusal(test)).toBe('accepted');
    expect(await refusal(account(prove(), { chain: '7' }))).toContain('network');
  });

  it('with an invalid address or signature', async () => {
    expect(await refusal(account(prove(), { address: 'wallet' }))).toContain('address');
    expect(await refusal(signedPart(prove(), { signature: '' }))).toContain('signature');
    expect(await refusal(signedPart(prove(), { signature: 'AAAA' }))).toContain('signature');
  });

  it('with a non-canonical signature (S + group order), which other libraries accept', async () => {
    const bytes = Buffer.from(prove().ton_proof.signature, 'base64');
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + groupOrder;
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().copy(bytes, 32);
    expect(await refusal(signedPart(prove(), { signature: bytes.toString('base64') }))).toContain(
      'signature',
    );
  });

  it('without a state init, if there is no chain to read', async () => {
    expect(await refusal(without(prove(), 'walletStateInit'))).toContain('walletStateInit');
  });
});

it('no content of a wallet proof crashes the node', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 120 });
  const anything = fc.record({
    account: fc.record(
      {
        address: fc.oneof(text, fc.constant(wallet.address)),
        publicKey: fc.constantFrom('0'.repeat(64), wallet.publicKey.toString('hex')),
        walletStateInit: fc.oneof(text, fc.constant(prove().account.walletStateInit ?? '')),
        chain: fc.constantFrom('-239', '-3', String(globalIds.embedded), 'x'),
      },
      { requiredKeys: ['address'] },
    ),
    ton_proof: fc.record(
      {
        timestamp: fc.oneof(fc.constant(now / 1000), fc.maxSafeNat(), fc.stringMatching(/^\d{1,15}$/)),
        domain: fc.record({
          lengthBytes: fc.constantFrom(12, 3),
          value: fc.oneof(text, fc.constant(domain)),
        }),
        signature: fc.oneof(
          text,
          fc
            .uint8Array({ minLength: 64, maxLength: 64 })
            .map((bytes) => Buffer.from(bytes).toString('base64')),
        ),
        payload: text,
        state_init: text,
      },
      { requiredKeys: ['timestamp', 'domain', 'signature', 'payload'] },
    ),
  });
  await fc.assert(
    fc.asyncProperty(anything, async (proof) => {
      const { data } = tonProof.safeParse(proof);
      if (data) expect(await refusal(data)).not.toBe('accepted');
    }),
    { numRuns: randomRuns(300) },
  );
});
