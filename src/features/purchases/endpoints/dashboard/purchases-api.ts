import type { WalletConnection } from '../../../../contract/dashboard-api/auth.ts';
import type {
  FoundLicencesDecision,
  getPurchases,
  KeySignIn,
  KeySignInRequest,
  OwnedLicence,
  Purchases,
} from '../../../../contract/dashboard-api/purchases.ts';
import type { EndpointInput } from '../../../../contract/endpoint.ts';

/** Operations of the dashboard on the licences of this node's owner. */
export interface PurchasesApi {
  purchases(query: EndpointInput<typeof getPurchases>['query']): Purchases;
  /**
   * Accepts a licence and starts its delivery.
   * @param address address of a licence, in any form
   * @throws NodeError `not_found`, `chain_unavailable`
   */
  deliver(address: string): Promise<OwnedLicence>;
  /**
   * Declines a licence.
   * @param address address of a licence, in any form
   * @throws NodeError `not_found`, `chain_unavailable`, `invalid_request`
   */
  decline(address: string): Promise<OwnedLicence>;
  /**
   * Accepts or declines the licences found on first reading the chain.
   * @throws NodeError `chain_unavailable`
   */
  decideFound(answer: FoundLicencesDecision['answer']): Promise<void>;
  /**
   * Returns the progress of a sign-in for the key of a licence.
   * @param address address of a licence, in any form
   * @throws NodeError `not_found`
   */
  keySignIn(address: string): KeySignIn;
  /**
   * Creates a link for the wallet app that holds a licence, with which the app signs in on another node.
   * @param address address of a licence, in any form
   * @throws NodeError `not_found`, `peer_unreachable`, `peer_invalid`, `peer_refused`
   */
  startKeySignIn(address: string, request: KeySignInRequest): Promise<WalletConnection>;
  /** Ends the sign-in for the key of a licence. @param address address of a licence, in any form */
  cancelKeySignIn(address: string): Promise<void>;
  /** Returns the receipt of a licence as JSON. @throws NodeError `not_found` */
  receipt(address: string): string;
}
