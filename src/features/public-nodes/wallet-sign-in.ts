import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import type { TonProofInput } from '../../contract/node-api/auth.ts';
import { MessageError, message, toMessage } from '../../core/messages/message.ts';
import type { PublicNode } from './public-node.ts';
import { RemoteProblem } from './remote-problem.ts';

/** A wallet of this node that can sign in elsewhere. */
export interface SigningWallet {
  /** Returns the address in friendly form. */
  address(): Promise<string>;
  /**
   * Signs a proof.
   * @param request `domain`: host of the requesting node; `now`: Unix milliseconds
   */
  prove(request: { domain: string; payload: string; now: number }): Promise<TonProofInput>;
}

/** A wallet of this node's owner; without `prove`, its key is in a wallet app. */
export type RemoteWallet = Pick<SigningWallet, 'address'> & Partial<Pick<SigningWallet, 'prove'>>;

/** A sign-in, or a new one, is needed. */
export class AccessError extends MessageError {}

/** A wallet app has to sign in first. */
export class SignInRequired extends AccessError {
  /** @param host origin of the node */
  constructor(host: string) {
    super(message('sharing.walletAppSignIn', { host: new URL(host).host }));
  }
}

/** Returns a message that quotes the text of another node, if there is one. */
export const quoteRemote = (what: ConstantMessageId, text: string): Message =>
  text === '' ? toMessage(what) : message('sharing.quoted', { what: toMessage(what), text });

/**
 * Signs in on another node by a wallet.
 * @param host its origin, to which the proof is bound
 * @param now Unix milliseconds
 * @returns the token of a session
 * @throws AccessError when the node refuses the wallet, PeerError, RemoteProblem
 */
export async function signInWithWallet(
  host: string,
  node: PublicNode,
  wallet: SigningWallet,
  now: number,
): Promise<string> {
  try {
    const payload = await node.challenge();
    const proof = await wallet.prove({ domain: new URL(host).host, payload, now });
    return await node.signIn(proof);
  } catch (error) {
    throw await refusalOf(error, wallet);
  }
}

/**
 * Signs in on another node by the proof of a wallet app.
 * @param proof for a challenge of that node
 * @returns the token of a session
 * @throws AccessError when the node refuses the wallet, PeerError, RemoteProblem
 */
export async function signInWithProof(
  node: PublicNode,
  wallet: RemoteWallet,
  proof: TonProofInput,
): Promise<string> {
  try {
    return await node.signIn(proof);
  } catch (error) {
    throw await refusalOf(error, wallet);
  }
}

/** Returns an AccessError where the node refuses the wallet, otherwise the error itself. */
async function refusalOf(error: unknown, wallet: RemoteWallet): Promise<unknown> {
  if (!(error instanceof RemoteProblem) || ![400, 401, 403].includes(error.status)) return error;
  if (error.code === 'sign_in_not_allowed') {
    return new AccessError(message('sharing.walletNotAllowed', { wallet: await wallet.address() }));
  }
  return new AccessError(quoteRemote('sharing.signInRefused', error.message));
}
