import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  type Message,
  type MessageRelaxed,
  SendMode,
  storeMessage,
} from '@ton/core';
import { type KeyPair, keyPairFromSeed } from '@ton/crypto';
import { TonClient, WalletContractV5R1 } from '@ton/ton';
import { keysOf, telegramWallet } from './telegram-wallet.ts';

/** A message in the form of TON Connect: the amount in nanograms, the payload as a BoC in base64. */
export interface WalletMessage {
  address: string;
  amount: string;
  payload: string;
}

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
  const { secretKey, publicKey } = keyPairFromSeed(Buffer.alloc(32, seed));
  const client = new TonClient({ endpoint });
  const contract = client.open(WalletContractV5R1.create({ publicKey }));
  return {
    address: contract.address,
    balance: () => contract.getBalance(),
    send: async (message) => {
      const body = contract.createTransfer({
        seqno: await contract.getSeqno(),
        secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY,
        messages: [asInternal(message)],
      });
      const init = (await client.isContractDeployed(contract.address)) ? undefined : contract.init;
      return sent(client, external({ to: contract.address, init, body }));
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
