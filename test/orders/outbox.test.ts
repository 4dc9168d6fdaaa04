import { Address, internal, SendMode } from '@ton/core';
import { afterEach, describe, expect, it } from 'vitest';
import { readWallet } from '../../src/features/chain/wallets/wallet-state.ts';
import { outboxNotes } from '../../src/features/orders/outbox/outbox-notes.ts';
import { signMessage } from '../../src/features/orders/outbox/signed-message.ts';
import {
  type OrderWorld,
  openOrderWorld,
  registration,
  sha256Of,
  ton,
  type WorldOptions,
} from './support/order-world.ts';

let world: OrderWorld;
afterEach(() => world.stop());

const stranger = new Address(0, Buffer.alloc(32, 0x51));

/** A world whose messages to the chain can be delayed or changed. */
async function openGatedWorld(options: WorldOptions = {}) {
  const gate = {
    isOpen: true,
    waiting: [] as (() => void)[],
    outcome: 'pass' as 'pass' | 'lost' | 'hidden' | 'kept',
    aheadS: 0,
    leavesOut: undefined as 'all' | 'newest' | undefined,
    leftOut: 0,
    /** The number of transactions on a page; undefined: as many as requested. */
    pageSize: undefined as number | undefined,
    /** Called when the chain has a message, before anything else is asked. */
    onSent: async () => {},
  };
  world = await openOrderWorld({
    ...options,
    onChain: (chain) => ({
      getTransactions: async (...parameters) => {
        const [address, asked] = parameters;
        const limit = Math.min(asked.limit, gate.pageSize ?? asked.limit);
        const transactions = await chain.getTransactions(address, { ...asked, limit });
        if (!gate.leavesOut) return transactions;
        gate.leftOut += 1;
        return gate.leavesOut === 'all' ? [] : transactions.slice(1);
      },
      runMethod: (...parameters) => chain.runMethod(...parameters),
      getContractState: async (address) => {
        const state = await chain.getContractState(address);
        return { ...state, timestampt: state.timestampt + gate.aheadS };
      },
      sendFile: async (file) => {
        if (!gate.isOpen) await new Promise<void>((resolve) => gate.waiting.push(resolve));
        if (gate.outcome === 'kept') return;
        if (gate.outcome === 'lost') throw new Error('not reached');
        await chain.sendFile(file);
        await gate.onSent();
        if (gate.outcome === 'hidden') throw new Error('the answer is lost');
      },
    }),
  });
  await world.orders.platform.deployed;
  return {
    ...gate,
    gate,
    open: () => {
      gate.isOpen = true;
      for (const go of gate.waiting.splice(0)) go();
    },
  };
}

async function register(text: string, pay_with: 'service_wallet' | 'practice_wallet') {
  world.store(text);
  const { query_id } = await world.orderService.place(registration(text, { pay_with }));
  expect(await world.settled(query_id)).toMatchObject({ state: 'confirmed' });
  return world.market.byFile(sha256Of(text))?.address ?? '';
}

/** Buys at a price that is raised before the message is sent. */
async function buyTooLate(
  content_address: string,
  gate: { isOpen: boolean; waiting: unknown[] },
  send: () => void,
) {
  gate.isOpen = false;
  const bought = await world.orderService.place({
    kind: 'purchase',
    pay_with: 'practice_wallet',
    content_address,
    licence: 'listen',
  });
  await world.until(
    () => world.orderRepository.get(bought.query_id)?.signedMessage && gate.waiting.length > 0,
  );
  gate.isOpen = true;
  const dearer = { price: (2n * ton).toString(), resale_price: '0', allow_resale: false, withdrawn: false };
  const raised = await world.orderService.place({
    kind: 'terms',
    pay_with: 'service_wallet',
    content_address,
    ...dearer,
  });
  expect((await world.settled(raised.query_id)).state).toBe('confirmed');
  send();
  return bought;
}

const seqnoOf = async (address: Address) => (await readWallet(world.ton, address)).seqno;

/** Sends with the key of a wallet, as another device with its mnemonic would. */
async function sendFromOtherDevice(
  wallet: OrderWorld['service'],
  to: Address,
  nanoTon: bigint,
): Promise<void> {
  const { seqno } = await readWallet(world.ton, wallet.address);
  const body = wallet.contract.createTransfer({
    seqno,
    secretKey: await wallet.secretKey(),
    sendMode: SendMode.PAY_GAS_SEPARATELY,
    messages: [internal({ to, value: nanoTon, bounce: false })],
  });
  await world.ton.sendExternalMessage(wallet.contract, body);
}

describe('a message from a wallet of this node', () => {
  it('is sent once for each order, with any number of concurrent orders', async () => {
    await openGatedWorld();
    const texts = ['a', 'b', 'c', 'd', 'e'];
    for (const text of texts) world.store(text);
    const placed = await Promise.all(texts.map((text) => world.orderService.place(registration(text))));
    for (const { query_id } of placed) expect((await world.settled(query_id)).state).toBe('confirmed');
    expect(await seqnoOf(world.practice.address)).toBe(5);
    for (const text of texts) expect(world.market.byFile(sha256Of(text))?.owner).toBe(world.practice.raw);
  });

  it('may have been accepted although the chain refuses it', async () => {
    const { gate } = await openGatedWorld();
    gate.outcome = 'hidden';
    await register('a', 'practice_wallet');
    expect(await seqnoOf(world.practice.address)).toBe(1);
  });

  it('is sent again, with the same bytes, until it arrives', async () => {
    const { gate } = await openGatedWorld();
    world.store('a');
    gate.outcome = 'lost';
    const { query_id } = await world.orderService.place(registration('a'));
    const signed = await world.until(() => world.orderRepository.get(query_id)?.signedMessage);
    gate.outcome = 'pass';
    const { signedMessage, seqno } = await world.settled(query_id);
    expect(signedMessage).toEqual(signed);
    expect(seqno).toBe(0);
    expect(await seqnoOf(world.practice.address)).toBe(1);
  });

  it('is sent through the second service, if there is one, when the first keeps it to itself', async () => {
    const { gate } = await openGatedWorld({ onSecond: (chain) => chain });
    gate.outcome = 'kept';
    await register('a', 'practice_wallet');
    expect(await seqnoOf(world.practice.address)).toBe(1);
  });

  it("is given up only when the chain's own time is past its expiry", async () => {
    const { gate } = await openGatedWorld();
    world.store('a');
    gate.outcome = 'lost';
    const { query_id } = await world.orderService.place(registration('a'));
    await world.until(() => world.orderRepository.get(query_id)?.signedMessage);
    gate.aheadS = 5 * 60 + 55;
    world.orders.wake();
    await world.orders.service.page(undefined, 1);
    expect(world.orderRepository.get(query_id)?.state).toBe('open');
    gate.aheadS = 5 * 60 + 65;
    world.orders.wake();
    expect(await world.settled(query_id)).toMatchObject({ state: 'expired', note: outboxNotes.notAccepted });
    expect(world.market.byFile(sha256Of('a'))).toBeUndefined();
  });

  it('returns its coins when the contract rejects it', async () => {
    const { gate, open } = await openGatedWorld();
    const content_address = await register('a', 'service_wallet');
    await world.embedded.faucet(world.practice.raw, 10n * ton);
    const bought = await buyTooLate(content_address, gate, open);
    expect(await world.settled(bought.query_id)).toMatchObject({
      state: 'refused',
      note: outboxNotes.sentBack,
    });
    const content = world.market.byAddress(content_address);
    expect(content && world.market.licencesOf(content, world.practice.raw)).toEqual([]);
    expect(10n * ton - (await world.balance(world.practice.raw))).toBeLessThan(ton / 50n);
  });

  it('is reported as not sent when another program used the wallet in the same turn', async () => {
    const { gate, open } = await openGatedWorld();
    world.store('a');
    await world.embedded.faucet(world.practice.raw, 10n * ton);
    await register('b', 'practice_wallet');
    gate.isOpen = false;
    const { query_id } = await world.orderService.place(registration('a'));
    await world.until(() => gate.waiting.length > 0);
    await sendFromOtherDevice(world.practice, stranger, ton);
    open();
    expect(await world.settled(query_id)).toMatchObject({
      state: 'expired',
      note: outboxNotes.walletUsedElsewhere,
    });
    expect(world.market.byFile(sha256Of('a'))).toBeUndefined();
    await register('a', 'practice_wallet');
    expect(await seqnoOf(world.practice.address)).toBe(3);
  });

  it('is not created when the wallet no longer has the money', async () => {
    const { gate, open } = await openGatedWorld({
      hasFaucet: false,
      onStart: async (made) => made.embedded.faucet(made.service.raw, 2n * ton),
    });
    await register('a', 'service_wallet');
    world.store('b');
    gate.isOpen = false;
    const first = await world.orderService.place({
      kind: 'withdraw',
      pay_with: 'service_wallet',
      to: stranger.toString({ bounceable: false }),
      amount: '1000000',
      comment: '',
    });
    const second = await world.orderService.place(registration('b', { pay_with: 'service_wallet' }));
    await world.until(() => gate.waiting.length > 0);
    const { balance } = await readWallet(world.ton, world.service.address);
    await sendFromOtherDevice(world.service, stranger, balance - ton / 50n);
    open();
    expect(await world.settled(first.query_id)).toMatchObject({ state: 'expired' });
    expect(await world.settled(second.query_id)).toMatchObject({
      state: 'expired',
      note: outboxNotes.balanceTooLow,
    });
  });
});

describe('when strangers flood an account with small amounts', () => {
  /** Strangers send more than one turn of a search of these pages can read. */
  async function openFloodedWorld() {
    let offBy = 0;
    const { gate, open } = await openGatedWorld({ clock: () => Date.now() + offBy });
    gate.pageSize = 2;
    const flood = (address: string) => {
      gate.onSent = async () => {
        gate.onSent = async () => {};
        for (let count = 0; count < 45; count++) await world.embedded.faucet(address, 1000n);
        // From now on, what is not found counts as late.
        offBy = 10 * 60_000;
      };
    };
    return { gate, open, flood };
  }

  it('finds its message among those of the wallet', async () => {
    const { flood } = await openFloodedWorld();
    flood(world.service.raw);
    const order = await world.orderService.place({
      ...{ kind: 'withdraw', pay_with: 'service_wallet', amount: '1000000', comment: '' },
      to: stranger.toString({ bounceable: false }),
    });
    expect((await world.settled(order.query_id)).state).toBe('confirmed');
  });

  it('sees that the contract returned the money, and takes nothing as received', async () => {
    const { flood, gate, open } = await openFloodedWorld();
    const content_address = await register('a', 'service_wallet');
    const bought = await buyTooLate(content_address, gate, () => {
      flood(content_address);
      open();
    });
    expect(await world.settled(bought.query_id)).toMatchObject({
      ...{ state: 'refused', note: outboxNotes.sentBack, receivedAt: null },
    });
  });
});

describe('a withdrawal', () => {
  const order = (changes: object) =>
    ({
      kind: 'withdraw',
      pay_with: 'service_wallet',
      comment: '',
      amount: ton.toString(),
      to: stranger.toString({ bounceable: false }),
      ...changes,
    }) as Parameters<OrderWorld['orderService']['place']>[0];

  it('arrives in full at an address that is not deployed, in any form of the address', async () => {
    await openGatedWorld();
    for (const [index, to] of [
      stranger.toString(),
      stranger.toRawString(),
      stranger.toString({ bounceable: false }),
    ].entries()) {
      const { query_id } = await world.orderService.place(
        order({ to, amount: (ton + BigInt(index)).toString() }),
      );
      expect((await world.settled(query_id)).state).toBe('confirmed');
    }
    const received = await world.ton.getTransactions(stranger, { limit: 9 });
    const values = received.map(({ inMessage }) =>
      inMessage?.info.type === 'internal' ? inMessage.info.value.coins : 0n,
    );
    expect(values).toEqual([ton + 2n, ton + 1n, ton]);
    // An account pays about two nanograms of rent.
    expect(await world.balance(stranger.toRawString())).toBeGreaterThan(3n * ton);
  });

  it('carries its comment, and leaves nothing when it is for the whole balance', async () => {
    await openGatedWorld();
    const before = await world.balance(world.service.raw);
    const { query_id } = await world.orderService.place(
      order({ amount: before.toString(), comment: 'für Ada' }),
    );
    expect((await world.settled(query_id)).state).toBe('confirmed');
    expect(await world.balance(world.service.raw)).toBe(0n);
    const [received] = await world.ton.getTransactions(stranger, { limit: 1 });
    expect(received?.inMessage?.body.beginParse().skip(32).loadStringTail()).toBe('für Ada');
    expect(before - (await world.balance(stranger.toRawString()))).toBeLessThan(maxWalletFees);
  });

  it('is not reported as unsent, and paid twice, when the service omits transactions', async () => {
    const { gate } = await openGatedWorld();
    await register('before', 'service_wallet');
    gate.leavesOut = 'newest';
    const { query_id } = await world.orderService.place(order({}));
    const isOpen = () => world.orderRepository.get(query_id)?.state === 'open';
    await world.until(() => gate.leftOut > 1 || !isOpen());
    gate.leavesOut = 'all';
    await world.until(() => gate.leftOut > 3 || !isOpen());
    expect(isOpen()).toBe(true);
    gate.leavesOut = undefined;
    expect((await world.settled(query_id)).state).toBe('confirmed');
    expect(await world.ton.getTransactions(stranger, { limit: 9 })).toHaveLength(1);
  });

  it('is returned by a contract that rejects it', async () => {
    await openGatedWorld();
    const { query_id } = await world.orderService.place(
      order({ to: world.platform.address, comment: 'a gift' }),
    );
    expect(await world.settled(query_id)).toMatchObject({ state: 'refused', note: outboxNotes.sentBack });
  });

  it.each([
    ['an address with a typo', { to: `${stranger.toString().slice(0, -1)}A` }, 'invalid_request'],
    ['nothing', { amount: '0' }, 'invalid_request'],
    ['more than the balance', { amount: (10n ** 18n).toString() }, 'insufficient_balance'],
  ])('is refused with %s', async (_, changes, code) => {
    await openGatedWorld();
    await expect(world.orderService.place(order(changes))).rejects.toMatchObject({ code });
    expect(world.orderRepository.page(undefined, undefined, 10)).toEqual([]);
  });
});

const maxWalletFees = 10_000_000n;

describe('a signed message', () => {
  it('has the same bytes for the same turn and content', async () => {
    await openGatedWorld();
    const state = { seqno: 7, isDeployed: true };
    world.store('a');
    const { query_id } = await world.orderService.place(registration('a'));
    const order = await world.settled(query_id);
    const [first, second] = await Promise.all([
      signMessage(world.practice, state, order),
      signMessage(world.practice, state, order),
    ]);
    expect(first).toEqual(second);
    expect(first).not.toEqual(await signMessage(world.practice, { ...state, seqno: 8 }, order));
  });
});
