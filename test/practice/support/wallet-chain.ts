import { beginCell, Cell, loadMessage } from '@ton/core';
import type { ChainAccess } from '../../../src/features/chain/wallets/wallet-state.ts';

/** A chain with one wallet, which executes each seqno once; a test lets it answer as a real one could. */
export class WalletChain {
  /** The executed external messages. */
  readonly executed: string[] = [];
  /** Every message that arrived. */
  readonly sent: string[] = [];
  balance = 1_000_000_000_000n;
  /** Whether the chain executes what arrives. */
  isOpen = true;

  readonly access = {
    getContractState: async () => ({
      balance: this.balance,
      state: 'active',
      data: beginCell().storeBit(true).storeUint(this.executed.length, 32).endCell().toBoc(),
      timestampt: Math.floor(Date.now() / 1000),
      lastTransaction: null,
    }),
    sendFile: async (boc: Buffer) => {
      this.sent.push(boc.toString('base64'));
      // The body of a signed V5R1 message: its operation, the id of the wallet, the time limit, the seqno.
      const body = loadMessage(
        Cell.fromBoc(boc)[0]?.beginParse() ?? Cell.EMPTY.beginParse(),
      ).body.beginParse();
      const seqno = body.skip(96).loadUint(32);
      if (this.isOpen && seqno === this.executed.length) this.executed.push(boc.toString('base64'));
    },
  } as unknown as ChainAccess;
}
