import { createHash } from 'node:crypto';
import { type Address, type Cell, internal, SendMode, type StateInit } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { type TonClient, WalletContractV5R1 } from '@ton/ton';

export interface TestWallet {
  address: Address;
  /** Signs a transfer with this number. */
  transfer(seqno: number, to: Address, value: bigint, body?: Cell | string, init?: StateInit): Cell;
  seqno(): Promise<number>;
  /** Signs and sends a transfer with the next number. */
  send(to: Address, value: bigint, body?: Cell | string, init?: StateInit): Promise<void>;
  sendTransfer(transfer: Cell): Promise<void>;
  init: WalletContractV5R1['init'];
}

/** A real wallet with a key derived from its name. */
export function testWallet(client: TonClient, name: string): TestWallet {
  const { publicKey, secretKey } = keyPairFromSeed(createHash('sha256').update(name).digest());
  const contract = client.open(WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: -3 } }));
  const transfer: TestWallet['transfer'] = (seqno, to, value, body, init) =>
    contract.createTransfer({
      seqno,
      secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY,
      // Far in the future, so that no message expires on a slow machine.
      timeout: Math.floor(Date.now() / 1000) + 3600,
      messages: [
        internal({ to, value, bounce: false, ...(body !== undefined && { body }), ...(init && { init }) }),
      ],
    });
  return {
    address: contract.address,
    init: contract.init,
    transfer,
    seqno: () => contract.getSeqno(),
    send: async (to, value, body, init) =>
      contract.send(transfer(await contract.getSeqno(), to, value, body, init)),
    sendTransfer: (signed) => contract.send(signed),
  };
}
