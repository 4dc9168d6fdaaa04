import {
  Address,
  beginCell,
  Cell,
  internal,
  type Message,
  type MessageRelaxed,
  storeMessage,
} from '@ton/core';
import type { KeyPair } from '@ton/crypto';
import { TonClient } from '@ton/ton';
import { readWallet } from '../../../src/features/chain/wallets/wallet-state.ts';
import { WalletAccount } from '../../../src/features/practice/wallet/wallet-account.ts';
import { keysOf, telegramWallet } from './telegram-wallet.ts';

/** A message in the form of TON Connect: the amount in nanograms, the payload as a BoC in base64. */
export interface WalletMessage {
  address: string;
  amount: string;
  payload: string;
}

const lifetimeSeconds = 600;

/** A wallet that signs requested messages and sends them to the chain. */
export interface ChainWallet {
  address: Address;
  balance(): Promise<bigint>;
  /** @returns the BoC of the sent message, base64 */
  send(message: WalletMessage): Promise<string>;
}

/**
 * Returns Telegram's wallet on a chain.
 * @param keys default: the first keys of `telegramWallet(seed)`
 */
export function telegramChainWallet(endpoint: string, seed: number, keys = keysOf(seed)) {
  const client = new TonClient({ endpoint });
  const wallet = telegramWallet(seed);
  const seqno = async () =>
    (await client.isContractDeployed(wallet.at))
      ? (await client.runMethod(wallet.at, 'seqno')).stack.readNumber()
      : 0;
  return {
    address: wallet.at,
    balance: () => client.getBalance(wallet.at),
    send: async (message: WalletMessage) =>
      sent(client, wallet.send(await seqno(), asInternal(message), keys)),
    /** Replaces the key of the wallet by another one. */
    changeKey: async (to: KeyPair) => sent(client, wallet.changeKey(await seqno(), keys, to)),
    seqno,
  };
}

/**
 * Returns a wallet app on a chain, without a node, with the key of `testWallet(seed, 'v5R1')`.
 * @param endpoint JSON-RPC of the chain
 */
export function chainWallet(endpoint: string, seed: number): ChainWallet {
  const client = new TonClient({ endpoint });
  const account = new WalletAccount(Buffer.alloc(32, seed));
  return {
    address: account.address,
    balance: () => client.getBalance(account.address),
    send: async (message) => {
      const { seqno, isDeployed } = await readWallet(client, account.address);
      const validUntil = Math.floor(Date.now() / 1000) + lifetimeSeconds;
      const boc = account.sign([message], { seqno, isDeployed, validUntil });
      await client.sendFile(Buffer.from(boc, 'base64'));
      return boc;
    },
  };
}

const asInternal = ({ address, amount, payload }: WalletMessage): MessageRelaxed =>
  internal({
    ...{ to: Address.parse(address), value: BigInt(amount), bounce: true },
    body: Cell.fromBase64(payload),
  });

async function sent(client: TonClient, message: Message): Promise<string> {
  const boc = beginCell().store(storeMessage(message)).endCell().toBoc();
  await client.sendFile(boc);
  return boc.toString('base64');
}
