import type { WalletConnection } from '../../contract/dashboard-api/auth.ts';
import type { KeySignInRequest } from '../../contract/dashboard-api/purchases.ts';
import { getTonConnectManifest, type TonProofInput } from '../../contract/node-api/auth.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import {
  AccessError,
  asNodeError,
  openPublicNode,
  type PublicNode,
  type PublicNodeAccess,
  type RemoteSignIns,
  type RemoteWallet,
  signInWithProof,
} from '../public-nodes/index.ts';
import type { ChainLicences } from './chain-licences.ts';
import type { PurchaseDelivery } from './purchase-delivery.ts';

/** A request for one proof of a wallet app, through a link. */
export interface ProofRequest {
  walletAppName: string | undefined;
  /** Manifest that the app shows; the proof is for its host. */
  manifestUrl: string;
  payload: string;
  /** Uses the proof. @throws NodeError that is shown to the person */
  take: (proof: TonProofInput) => Promise<void>;
}

/** Asks wallet apps of the owner for proofs, one at a time. */
export interface ProofRequests {
  /** Replaces the current request. */
  ask(request: ProofRequest): Promise<WalletConnection>;
  /** Returns the current request; undefined where there is none, or it has ended. */
  current(): WalletConnection | undefined;
  cancel(): Promise<void>;
}

export interface KeySignInOptions extends PublicNodeAccess {
  chain: () => ChainLicences | undefined;
  sessions: RemoteSignIns;
  proofs: ProofRequests;
  delivery: Pick<PurchaseDelivery, 'stateOf' | 'signedIn'>;
  /** Aborts requests to other nodes. */
  stopping: AbortSignal;
}

/**
 * Signs in on nodes that have the key of a licence, with the wallet app that holds the licence; each node needs its own
 * proof.
 */
export class KeySignIns {
  readonly #options: KeySignInOptions;
  /** Licence of the current request. */
  #licence: RawAddress | undefined;

  constructor(options: KeySignInOptions) {
    this.#options = options;
  }

  /** Returns the current request for a licence. */
  connectionFor(licence: RawAddress): WalletConnection | undefined {
    return licence === this.#licence ? this.#options.proofs.current() : undefined;
  }

  /**
   * Creates a link for the wallet app that holds a licence.
   * @throws NodeError `not_found` unless the host may give its key, `peer_unreachable`, `peer_invalid`, `peer_refused`
   */
  async start(
    licence: RawAddress,
    { host, wallet_app_name: walletAppName }: KeySignInRequest,
  ): Promise<WalletConnection> {
    const { chain, delivery, proofs } = this.#options;
    const found = chain()?.licence(licence);
    const access = found && chain()?.accessTo(found);
    const isOffered = delivery.stateOf(licence).delivery?.sign_in_hosts.includes(host);
    if (!isOffered || !found || !access || !('wallet' in access)) {
      throw new NodeError('not_found', 'licensing.noSignInThere');
    }
    const payload = await this.#challenge(host);
    this.#licence = licence;
    return proofs.ask({
      walletAppName,
      manifestUrl: `${host}${getTonConnectManifest.path}`,
      payload,
      take: (proof) => this.#signIn(host, { owner: found.owner, wallet: access.wallet }, proof),
    });
  }

  /** Ends the request for a licence, if it is the current one. */
  async cancel(licence: RawAddress): Promise<void> {
    if (licence === this.#licence) await this.#options.proofs.cancel();
  }

  async #challenge(host: string): Promise<string> {
    try {
      return await this.#open(host).challenge();
    } catch (error) {
      throw asNodeError(error);
    }
  }

  async #signIn(
    host: string,
    { owner, wallet }: { owner: RawAddress; wallet: RemoteWallet },
    proof: TonProofInput,
  ): Promise<void> {
    const { sessions, delivery } = this.#options;
    try {
      if (parseTonAddress(proof.account.address) !== owner) {
        throw new AccessError('licensing.otherWalletSignedIn');
      }
      await sessions.keep(host, wallet, await signInWithProof(this.#open(host), wallet, proof));
    } catch (error) {
      throw asNodeError(error);
    }
    delivery.signedIn(host);
  }

  #open(host: string): PublicNode {
    return openPublicNode(host, this.#options, this.#options.stopping);
  }
}
