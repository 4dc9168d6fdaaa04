import {
  deleteOwnerConnection,
  deleteOwnerTelegram,
  deleteOwnerWallet,
  deleteUserSessions,
  getSignIn,
  getUsers,
  type LocalUser,
  postOwnerConnection,
  type SignInState,
  type WalletConnection,
} from '../../../contract/dashboard-api/auth.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** What the dashboard may do with sign-in, the owner's wallet, and users. */
export interface SignInDesk {
  state(): SignInState;
  connect(walletAppName: string | undefined): Promise<WalletConnection>;
  disconnect(): Promise<void>;
  /** @throws NodeError `wallet_not_linked` */
  forgetOwnerWallet(address: string): void;
  forgetOwnerTelegram(): void;
  /** @param cursor from an earlier page */
  users(page: { cursor: string | undefined; limit: number }): {
    users: LocalUser[];
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
      contract: getSignIn,
      limit: 'requests',
      handle: () => ({ status: 200, body: desk.state() }),
    }),
    defineEndpoint({
      contract: postOwnerConnection,
      limit: 'requests',
      body: jsonBody,
      handle: async ({ body }) => ({ status: 201, body: await desk.connect(body.wallet_app_name) }),
    }),
    defineEndpoint({
      contract: deleteOwnerConnection,
      limit: 'requests',
      handle: async () => {
        await desk.disconnect();
        return ok;
      },
    }),
    defineEndpoint({
      contract: deleteOwnerWallet,
      limit: 'requests',
      handle: ({ query }) => {
        desk.forgetOwnerWallet(query.address);
        return ok;
      },
    }),
    defineEndpoint({
      contract: deleteOwnerTelegram,
      limit: 'requests',
      handle: () => {
        desk.forgetOwnerTelegram();
        return ok;
      },
    }),
    defineEndpoint({
      contract: getUsers,
      limit: 'requests',
      handle: ({ query }) => ({
        status: 200,
        body: desk.users({ cursor: query.cursor, limit: query.limit }),
      }),
    }),
    defineEndpoint({
      contract: deleteUserSessions,
      limit: 'requests',
      handle: ({ params }) => {
        desk.signOut(params.id);
        return ok;
      },
    }),
  ];
}
