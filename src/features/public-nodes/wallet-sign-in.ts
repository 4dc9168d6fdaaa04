import type { TonProofInput } from '../../contract/node-api/auth.ts';
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

/** Reports that a (new) sign-in is needed. */
export class AccessError extends Error {
  override readonly name = 'AccessError';
}

/** Quotes the text of another node in a message. */
export const quoteRemote = (text: string): string => (text === '' ? '' : ` It says: “${text}”`);

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
    const isSaidOfUs = error instanceof RemoteProblem && [400, 401, 403].includes(error.status);
    if (!isSaidOfUs) throw error;
    if (error.code === 'sign_in_not_allowed') {
      throw new AccessError(
        `This node may not sign in there. Ask that node’s operator to allow its wallet ${await wallet.address()}, or for an API token with the right storage:write.`,
      );
    }
    throw new AccessError(`The node does not let this one sign in.${quoteRemote(error.message)}`);
  }
}
