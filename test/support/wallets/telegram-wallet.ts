import {
  type Builder,
  beginCell,
  type Cell,
  contractAddress,
  external,
  type Message,
  type MessageRelaxed,
  SendMode,
  storeMessageRelaxed,
} from '@ton/core';
import { type KeyPair, keyPairFromSeed, sign } from '@ton/crypto';
import { provingWallet } from './test-wallet.ts';

/** The code of every account: jumps to the code in parameter -123, unless a message is internal and too short. */
export const trampolineCode: Cell = beginCell()
  .storeBuffer(
    Buffer.from(
      [
        'ff00', // SETCP 0
        '20', // DUP: the selector of the function
        '98', // PUSHCONT of 8 bytes
        '21d7498308b9f240', // s1 PUSH, SBITS, 512 INT, LESS, 0 THROWIF
        'df', // IFNOT: for internal messages
        '8085f833', // -123 INT, CONFIGOPTPARAM
        'd0ed1e', // CTOS, BLESS
        '20ed53d9', // DUP, c3 POP, JMPX
      ].join(''),
      'hex',
    ),
  )
  .endCell();

const subwallet = 0x7fff_7f11;
const operations = { sendOne: 0x6389_6e75, sendMany: 0x7389_6e75, changeKey: 0xfbba_99c8 };
/** Returns a time in the far future, so that no message expires on a slow machine. */
const later = () => Math.floor(Date.now() / 1000) + 3600;

export const keysOf = (seed: number): KeyPair => keyPairFromSeed(Buffer.alloc(32, seed));

/**
 * Returns Telegram's wallet with a different first key for each seed: the trampoline, and data with a revision and
 * seqno.
 */
export function telegramWallet(seed: number, { revision = 0, seqno = 0 } = {}) {
  const anchor = keysOf(seed);
  const data = beginCell()
    .storeUint(revision, 8)
    .storeUint(seqno, 32)
    .storeUint(subwallet, 32)
    .storeBuffer(anchor.publicKey)
    .endCell();
  const init = { code: trampolineCode, data };
  const address = contractAddress(0, init);
  /** Returns an external message with a request, signed with a key of the wallet; the first one deploys the wallet. */
  const request = (operation: number, at: number, rest: Builder, { secretKey }: KeyPair): Message => {
    const signed = beginCell()
      .storeUint(operation, 32)
      .storeUint(subwallet, 32)
      .storeUint(later(), 32)
      .storeUint(at, 32)
      .storeBuilder(rest)
      .endCell();
    const body = beginCell().storeBuffer(sign(signed.hash(), secretKey)).storeSlice(signed.beginParse());
    return external({ to: address, ...(at === 0 && { init }), body: body.endCell() });
  };
  return {
    ...provingWallet(init, anchor),
    at: address,
    send: (at: number, message: MessageRelaxed, keys = anchor): Message =>
      request(operations.sendOne, at, outgoing(message), keys),
    sendBoth: (at: number, first: MessageRelaxed, second: MessageRelaxed): Message => {
      // No further cell, then the items.
      const items = beginCell().storeBit(false).storeBuilder(outgoing(first)).storeBuilder(outgoing(second));
      return request(
        operations.sendMany,
        at,
        beginCell().storeUint(2, 8).storeMaybeRef(items.endCell()),
        anchor,
      );
    },
    /** Returns a message that replaces the key `from` by another one. */
    changeKey: (at: number, from: KeyPair, to: KeyPair): Message => {
      const proof = beginCell()
        .storeBuffer(Buffer.from('KEY_ROTATION'))
        .storeInt(0, 8)
        .storeBuffer(address.hash)
        .endCell();
      const signature = beginCell().storeBuffer(sign(proof.hash(), to.secretKey)).endCell();
      const rest = beginCell().storeBuffer(to.publicKey).storeRef(signature);
      return request(operations.changeKey, at, rest.storeRef(beginCell().storeUint(0, 256).endCell()), from);
    },
  };
}

const outgoing = (message: MessageRelaxed): Builder =>
  beginCell()
    .storeUint(SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS, 8)
    .storeRef(beginCell().store(storeMessageRelaxed(message)).endCell());
