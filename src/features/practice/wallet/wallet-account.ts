import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  SendMode,
  storeMessage,
  storeStateInit,
} from '@ton/core';
import { type KeyPair, keyPairFromSeed, sign } from '@ton/crypto';
import type { TonProofInput } from '../../../contract/node-api/auth.ts';
import { globalIds } from '../../../core/ton/global-ids.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { proofDigest } from '../../../crypto/ton-proof-digest.ts';
import { walletOfKey } from '../../chain/runtime.ts';

/** A message in the form of TON Connect: the amount in nanograms, the payload as a BoC in base64. */
export interface WalletMessage {
  address: string;
  amount: string;
  payload?: string | undefined;
}

/** Signs a message for a wallet contract. */
export interface SigningRequest {
  seqno: number;
  /** Unix seconds, after which the chain refuses the message. */
  validUntil: number;
  /** Whether the contract exists on the chain; its first message deploys it. */
  isDeployed: boolean;
}

/** A wallet (V5R1) on the practice chain, with its own key. */
export class WalletAccount {
  readonly raw: RawAddress;
  readonly address: Address;
  readonly #keys: KeyPair;
  readonly #contract: ReturnType<typeof walletOfKey>;

  /** @param seed 32 bytes */
  constructor(seed: Buffer) {
    this.#keys = keyPairFromSeed(seed);
    this.#contract = walletOfKey(this.#keys.publicKey, 'embedded');
    this.address = this.#contract.address;
    this.raw = this.address.toRawString();
  }

  /** Proves the wallet for a domain (TON Connect, `ton_proof`). */
  prove(domain: string, payload: string): TonProofInput {
    const timestamp = Math.floor(Date.now() / 1000);
    const value = { timestamp, domain: { lengthBytes: Buffer.byteLength(domain), value: domain }, payload };
    const signature = sign(proofDigest(this.raw, value), this.#keys.secretKey).toString('base64');
    return {
      account: {
        address: this.raw,
        chain: String(globalIds.embedded),
        publicKey: this.#keys.publicKey.toString('hex'),
        walletStateInit: beginCell()
          .store(storeStateInit(this.#contract.init))
          .endCell()
          .toBoc()
          .toString('base64'),
      },
      ton_proof: { ...value, signature },
    };
  }

  /** Signs a transfer. @returns the BoC of the external message, base64 */
  sign(messages: readonly WalletMessage[], { seqno, validUntil, isDeployed }: SigningRequest): string {
    const body = this.#contract.createTransfer({
      seqno,
      secretKey: this.#keys.secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY,
      timeout: validUntil,
      messages: messages.map(asInternal),
    });
    const init = isDeployed ? undefined : this.#contract.init;
    const message = external({ to: this.address, init, body });
    return beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64');
  }
}

const asInternal = ({ address, amount, payload }: WalletMessage) =>
  internal({
    to: Address.parse(address),
    value: BigInt(amount),
    bounce: !Address.isFriendly(address) || Address.parseFriendly(address).isBounceable,
    body: payload === undefined ? undefined : Cell.fromBase64(payload),
  });
