import * as contracts from '../../../contract/endpoints/local-sign-in.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** What the dashboard may do with sign-in, the owner's wallet, and users. */
export interface SignInDesk {
  state(): contracts.SignInState;
  connect(walletAppName: string | undefined): Promise<contracts.WalletConnection>;
  disconnect(): Promise<void>;
  /** @throws NodeError `wallet_not_linked` */
  forgetOwnerWallet(address: string): void;
  forgetOwnerTelegram(): void;
  /** @param cursor from an earlier page */
  users(page: { cursor: string | undefined; limit: number }): {
    users: contracts.LocalUser[];
    next_cursor: string | null;
    total: number;
  };
  /** @throws NodeError `user_not_found` */
  signOut(userId: string): void;
}

/** Who may sign in, the owner's first sign-in, and who has signed in. */
export function signInEndpoints(desk: SignInDesk): Endpoint[] {
  return [
    defineEndpoint({
      contract: contracts.getSignIn,
      limit: 'requests',
      handle: () => ({ status: 200, body: desk.state() }),
    }),
    defineEndpoint({
      contract: contracts.postOwnerConnection,
      limit: 'requests',
      body: jsonBody,
      handle: async ({ body }) => ({ status: 201, body: await desk.connect(body.wallet_app_name) }),
    }),
    defineEndpoint({
      contract: contracts.deleteOwnerConnection,
      limit: 'requests',
      handle: async () => {
        await desk.disconnect();
        return ok;
      },
    }),
    defineEndpoint({
      contract: contracts.deleteOwnerWallet,
      limit: 'requests',
      handle: ({ query }) => {
        desk.forgetOwnerWallet(query.address);
        return ok;
      },
    }),
    defineEndpoint({
      contract: contracts.deleteOwnerTelegram,
      limit: 'requests',
      handle: () => {
        desk.forgetOwnerTelegram();
        return ok;
      },
    }),
    defineEndpoint({
      contract: contracts.getUsers,
      limit: 'requests',
      handle: ({ query }) => ({
        status: 200,
        body: desk.users({ cursor: query.cursor, limit: query.limit }),
      }),
    }),
    defineEndpoint({
      contract: contracts.deleteUserSessions,
      limit: 'requests',
      handle: ({ params }) => {
        desk.signOut(params.id);
        return ok;
      },
    }),
  ];
}
