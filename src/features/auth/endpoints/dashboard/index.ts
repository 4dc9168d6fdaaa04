import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';
import type { TokenAdminService } from '../../tokens/token-admin-service.ts';
import { deleteOwnerConnectionEndpoint } from './delete-owner-connection.ts';
import { deleteOwnerTelegramEndpoint } from './delete-owner-telegram.ts';
import { deleteOwnerWalletEndpoint } from './delete-owner-wallet.ts';
import { deleteTokenEndpoint } from './delete-token.ts';
import { deleteUserSessionsEndpoint } from './delete-user-sessions.ts';
import { getSignInEndpoint } from './get-sign-in.ts';
import { getTokensEndpoint } from './get-tokens.ts';
import { getUsersEndpoint } from './get-users.ts';
import { postOwnerConnectionEndpoint } from './post-owner-connection.ts';
import { postTokenEndpoint } from './post-token.ts';

/** Lists the endpoints of sign-in, the owner's accounts, and users. */
export const signInEndpoints = (signIn: SignInAdminService): Endpoint[] => [
  getSignInEndpoint(signIn),
  postOwnerConnectionEndpoint(signIn),
  deleteOwnerConnectionEndpoint(signIn),
  deleteOwnerWalletEndpoint(signIn),
  deleteOwnerTelegramEndpoint(signIn),
  getUsersEndpoint(signIn),
  deleteUserSessionsEndpoint(signIn),
];

/** Lists the endpoints of API tokens. */
export const tokenEndpoints = (tokens: TokenAdminService): Endpoint[] => [
  getTokensEndpoint(tokens),
  postTokenEndpoint(tokens),
  deleteTokenEndpoint(tokens),
];
