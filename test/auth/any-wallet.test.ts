import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Address, beginCell, Cell, type Message, type StateInit, storeMessage, toNano } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TonProofInput } from '../../src/contract/node-api/auth.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { type ProofRules, verifyTonProof } from '../../src/features/auth/proof/verify-ton-proof.ts';
import type { WalletChain } from '../../src/features/auth/proof/wallet-key.ts';
import type { ChainResponse } from '../../src/features/chain/chain-transport.ts';
import { createChainClient } from '../../src/features/chain/client/chain-client.ts';
import { EmbeddedChain } from '../../src/features/chain/embedded/embedded-chain.ts';
import { jsonRpc } from '../../src/features/chain/embedded/toncenter/json-rpc.ts';
import { createWalletAccounts } from '../../src/features/chain/wallets/wallet-accounts.ts';
import { compileTolk } from '../chain/embedded/compile-contract.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { keysOf, telegramWallet } from '../support/wallets/telegram-wallet.ts';
import { provingWallet, testWallet } from '../support/wallets/test-wallet.ts';

const domain = 'node.example';
const folder = temporaryFolder();
let now = Date.parse('2026-11-22T12:00:00Z');
/** Replaces the answer of the service; undefined keeps it. */
let tampered: ((body: string, answer: ChainResponse) => ChainResponse) | undefined;
let chain: EmbeddedChain;
let rules: Omit<ProofRules, 'now'>;

beforeAll(async () => {
  chain = new EmbeddedChain({ file: join(folder, 'blocks'), clock: () => now });
  const rpc = jsonRpc(chain, (error) => {
    throw error;
  });
  const { ton } = await createChainClient({
    network: 'embedded',
    embedded: async (body) => {
      const answer = await rpc(body);
      return tampered ? tampered(body, answer) : answer;
    },
  });
  rules = { domains: [domain], network: 'embedded', chain: createWalletAccounts(ton) };
});

afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});

type Wallet = ReturnType<typeof provingWallet>;

const prove = (wallet: Wallet, keys?: Parameters<Wallet['prove']>[3]) =>
  wallet.prove(domain, 'payload', Math.floor(now / 1000), keys);

const without = (proof: TonProofInput, ...members: (keyof TonProofInput['account'])[]): TonProofInput => {
  const account = { ...proof.account };
  for (const member of members) delete account[member];
  return { ...proof, account };
};

/** The version of the proven wallet, or the code and message of the problem. */
const answer = (proof: TonProofInput, changes: Partial<ProofRules> = {}): Promise<string> =>
  verifyTonProof(proof, { ...rules, now, ...changes }).then(
    ({ version }) => version,
    (error: unknown) => {
      if (error instanceof NodeError) return `${error.code}: ${error.message}`;
      throw error;
    },
  );

const send = (message: Message) => chain.send(beginCell().store(storeMessage(message)).endCell());

/** Deploys a contract with a payment that carries its state. */
async function deploy(init: StateInit): Promise<Wallet> {
  const wallet = provingWallet(init, keysOf(40));
  const dest = Address.parse(wallet.address);
  await send({
    init,
    body: Cell.EMPTY,
    info: {
      type: 'internal',
      ...{
        ihrDisabled: true,
        bounce: false,
        bounced: false,
        src: dest,
        dest,
        value: { coins: toNano('0.5') },
      },
      ...{ ihrFee: 0n, forwardFee: 0n, createdLt: 0n, createdAt: 0 },
    },
  });
  return wallet;
}

async function whileTampered<T>(tamper: typeof tampered, work: () => Promise<T>): Promise<T> {
  tampered = tamper;
  try {
    return await work();
  } finally {
    tampered = undefined;
  }
}

const whileUnreachable = <T>(work: () => Promise<T>): Promise<T> =>
  whileTampered(() => {
    throw new Error('The chain is out of reach.');
  }, work);

const contract = (methods: string, onMessage = '') =>
  compileTolk(`fun onInternalMessage(in: InMessage) {${onMessage}}\n${methods}`);
const keyMethod = () => `get fun get_public_key(): int { return 0x${keysOf(40).publicKey.toString('hex')}; }`;

describe('a wallet whose code fixes its key', () => {
  it('is proven while the chain is unavailable, and without one', async () => {
    const wallet = testWallet(1, 'v5R1');
    expect(await whileUnreachable(() => answer(prove(wallet)))).toBe('v5R1');
    expect(await answer(prove(wallet), { chain: undefined })).toBe('v5R1');
    expect(await answer(without(prove(wallet), 'chain'))).toBe('v5R1');
  });

  it.each(['v3R1', 'v4R2', 'v5Beta', 'v5R1'] as const)(
    'is proven by its account alone: %s',
    async (version) => {
      const wallet = testWallet(40, version);
      const bare = without(prove(wallet), 'walletStateInit');
      expect(await answer(bare)).toContain('invalid_ton_proof: There is no wallet at this address yet');
      await deploy(wallet.init);
      expect(await answer(bare)).toBe(version);
      expect(await answer(prove(wallet))).toBe(version);
      const other = prove(wallet, keysOf(41));
      expect(await answer(without(other, 'walletStateInit'))).toContain('publicKey');
      expect(await answer(without(other, 'walletStateInit', 'publicKey'))).toContain('signature');
    },
  );

  it('is refused with another wallet’s state init, even if the chain confirms it', async () => {
    const proof = prove(testWallet(40, 'v4R2'));
    proof.account.walletStateInit = prove(testWallet(8)).account.walletStateInit;
    expect(await answer(proof)).toContain('state init');
  });

  it('is refused while it accepts no signatures', async () => {
    const { init } = testWallet(40, 'v5R1');
    const data = (init.data as Cell).beginParse().skip(1);
    const silent = {
      code: init.code,
      data: beginCell().storeBit(false).storeSlice(data).endCell(),
    } as StateInit;
    const wallet = provingWallet(silent, keysOf(40));
    expect(await answer(prove(wallet))).toBe('v5R1');
    await deploy(silent);
    expect(await answer(prove(wallet))).toContain('doesn’t accept signatures');
    expect(await answer(without(prove(wallet), 'walletStateInit'))).toContain('doesn’t accept signatures');
  });
});

describe('Telegram’s wallet', () => {
  it('is proven by its first key until it is deployed', async () => {
    const wallet = telegramWallet(50);
    expect(await answer(prove(wallet))).toBe('Telegram');
    await chain.faucet(wallet.at, toNano(1));
    expect(await answer(prove(wallet))).toBe('Telegram');
    expect(await answer(prove(wallet, keysOf(51)))).toContain('publicKey');
    expect(await answer(without(prove(wallet), 'walletStateInit'))).toContain(
      'no wallet at this address yet',
    );
    expect(await answer(prove(telegramWallet(50, { seqno: 1 })))).toContain('no wallet at this address yet');
    expect(await answer(prove(telegramWallet(50, { revision: 1 })))).toContain('no wallet');
  });

  it('is proven by its current key', async () => {
    const wallet = telegramWallet(52);
    await chain.faucet(wallet.at, toNano(1));
    await send(wallet.changeKey(0, keysOf(52), keysOf(53)));
    expect(await answer(prove(wallet, keysOf(53)))).toBe('Telegram');
    expect(await answer(without(prove(wallet, keysOf(53)), 'walletStateInit'))).toBe('Telegram');
    expect(await answer(prove(wallet))).toContain('publicKey');
    expect(await answer(without(prove(wallet), 'publicKey'))).toContain('signature');
  });

  it('is not proven by its first key while the chain is unavailable', async () => {
    const wallet = telegramWallet(54);
    expect(await whileUnreachable(() => answer(prove(wallet)))).toContain('chain_unavailable');
    expect(await answer(prove(wallet), { chain: undefined })).toContain('The node follows no chain');
    expect(await answer(prove(wallet))).toBe('Telegram');
  });

  it('is refused on another network', async () => {
    expect(await answer(without(prove(telegramWallet(55)), 'chain'))).toContain('account.chain');
  });

  it.each<[string, (text: string) => string]>([
    ['an unknown state', (text) => text.replace(/"state":"[a-z]+"/, '"state":"unknown"')],
    ['no state', (text) => text.replace(/"state":"[a-z]+"/, '"state":null')],
    ['an active account without code', (text) => text.replace(/"state":"[a-z]+"/, '"state":"active"')],
    ['an error', () => '{"ok":false,"error":"LITE_SERVER_UNKNOWN: cannot load block","code":500}'],
    ['nothing', () => ''],
  ])('is not proven by its first key when the service answers %s', async (_what, change) => {
    const wallet = telegramWallet(56);
    const proven = await whileTampered(
      (_body, given) => ({ ...given, text: change(given.text) }),
      () => answer(prove(wallet)),
    );
    expect(proven).toContain('chain_unavailable');
    expect(await answer(prove(wallet))).toBe('Telegram');
  });

  it('of an unknown revision is proven by the key that it returns', async () => {
    const { init } = telegramWallet(57, { revision: 1 });
    const [code, data] = [init.code, init.data].map((cell) => cell?.toBoc() ?? Buffer.alloc(0));
    if (!code || !data) throw new Error('The wallet has no state.');
    const says = (key: bigint | undefined): WalletChain => ({
      accountOf: async () => ({ state: 'active', code, data }),
      numberOf: async (_address, method) => (method === 'get_public_key' ? key : undefined),
    });
    const wallet = telegramWallet(57, { revision: 1 });
    const newKey = BigInt(`0x${keysOf(58).publicKey.toString('hex')}`);
    expect(await answer(prove(wallet, keysOf(58)), { chain: says(newKey) })).toBe('other');
    expect(await answer(prove(wallet), { chain: says(newKey) })).toContain('publicKey');
    expect(await answer(prove(wallet), { chain: says(undefined) })).toContain('isn’t a wallet with one key');
  });
});

describe('an account with other code', () => {
  it('is proven by the key that it returns', async () => {
    const init = { code: await contract(keyMethod()), data: Cell.EMPTY };
    expect(await answer(prove(provingWallet(init, keysOf(40))))).toContain('no wallet at this address yet');
    const wallet = await deploy(init);
    expect(await answer(prove(wallet))).toBe('other');
    expect(await answer(without(prove(wallet), 'walletStateInit'))).toBe('other');
    expect(await answer(prove(wallet, keysOf(41)))).toContain('publicKey');
    expect(await whileUnreachable(() => answer(prove(wallet)))).toContain('chain_unavailable');
  });

  it.each([
    ['has no key', ''],
    ['returns 0', 'get fun get_public_key(): int { return 0; }'],
    ['returns a negative number', 'get fun get_public_key(): int { return -5; }'],
    ['returns a cell', 'get fun get_public_key(): cell { return contract.getData(); }'],
    ['fails', 'get fun get_public_key(): int { throw 77; }'],
    ['never ends', 'get fun get_public_key(): int { var i = 0; while (i >= 0) { i += 1; } return i; }'],
  ])('is refused when it %s', async (_what, methods) => {
    const wallet = await deploy({ code: await contract(methods), data: Cell.EMPTY });
    expect(await answer(prove(wallet))).toContain('isn’t a wallet with one key');
  });

  it('is not reported as having no key while its method cannot be called', async () => {
    const wallet = await deploy({ code: await contract(keyMethod()), data: beginCell().endCell() });
    const proven = await whileTampered(
      (body, given) => {
        if (body.includes('runGetMethod')) throw new Error('The chain is out of reach.');
        return given;
      },
      () => answer(prove(wallet)),
    );
    expect(proven).toContain('chain_unavailable');
  });

  it('gains nothing by returning the key of another wallet, whose proofs name their address', async () => {
    const liar = await deploy({
      code: await contract(`${keyMethod()}\nget fun lie() { return 1; }`),
      data: Cell.EMPTY,
    });
    const stolen = without(prove(testWallet(40, 'v4R2')), 'walletStateInit');
    stolen.account.address = liar.address;
    expect(await answer(stolen)).toContain('signature');
    expect(await answer(prove(liar))).toBe('other');
  });

  it('with several signers is refused, with the reason', async () => {
    const methods = 'get fun get_multisig_data(): (int, int) { return (0, 2); }';
    const wallet = await deploy({ code: await contract(methods), data: Cell.EMPTY });
    expect(await answer(prove(wallet))).toContain('several signers');
  });
});

// Last, because ten years pass.
it('refuses a sign-in by a frozen account', async () => {
  let cells = Array.from({ length: 1024 }, (_, number) => beginCell().storeUint(number, 32).endCell());
  while (cells.length > 1) {
    const pairs = Array.from({ length: cells.length / 2 }, (_, pair) => cells.slice(2 * pair, 2 * pair + 2));
    cells = pairs.map(([left, right]) =>
      beginCell()
        .storeRef(left as Cell)
        .storeRef(right as Cell)
        .endCell(),
    );
  }
  const [data] = cells as [Cell];
  // An account with its initial data would be uninitialised instead.
  const change = 'contract.setData(beginCell().storeRef(contract.getData()).endCell());';
  const wallet = await deploy({ code: await contract(keyMethod(), change), data });
  // Its state init is larger than a proof can be.
  const proof = () => without(prove(wallet), 'walletStateInit');
  expect(await answer(proof())).toBe('other');
  now += 10 * 365 * 24 * 3600 * 1000;
  await chain.faucet(Address.parse(wallet.address), 1n);
  expect(await answer(proof())).toContain('frozen');
});
