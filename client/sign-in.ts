import type * as z from 'zod';
import {
  type account,
  type ConnectedWallet,
  getAccount,
  postAuthTwa,
  postSelectWallet,
  postTonConnectLogout,
  type TonProofInput,
} from '../src/contract/node-api/auth.ts';
import type { Caller, CallOutput } from './call.ts';

type SignedIn = CallOutput<typeof postAuthTwa>;

export interface SignInCalls {
  /**
   * Returns a token, which is also the payload for the wallet to sign; without init data it has no rights.
   * @param twaData Telegram Web App init data
   */
  begin(twaData?: string): Promise<SignedIn>;
  /** Submits the proof of the wallet; the response has a new token. */
  prove(proof: TonProofInput, twaData?: string): Promise<SignedIn>;
  /** Selects another wallet; one that this user has not proven is for purchases only. */
  selectWallet(address: string): Promise<ConnectedWallet>;
  account(): Promise<z.output<typeof account>>;
  /** Ends the session of this client's token and unlinks the selected wallet. */
  signOut(): Promise<void>;
}

export function signInCalls(caller: Caller): SignInCalls {
  return {
    begin: (twaData) => caller.call(postAuthTwa, { body: { twa_data: twaData } }),
    prove: (proof, twaData) => caller.call(postAuthTwa, { body: { ton_proof: proof, twa_data: twaData } }),
    selectWallet: async (address) =>
      (await caller.call(postSelectWallet, { body: { wallet_address: address } })).connected_wallet,
    account: () => caller.call(getAccount, {}),
    signOut: async () => {
      await caller.call(postTonConnectLogout, {});
    },
  };
}
