import { deleteOwnerWallet } from '../../../../contract/dashboard-api/auth.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../sign-in-admin-service.ts';

/** Unlinks a wallet from the owner. */
export const deleteOwnerWalletEndpoint = (signIn: Pick<SignInAdminService, 'forgetOwnerWallet'>) =>
  jsonEndpoint(deleteOwnerWallet, ({ query }) => signIn.forgetOwnerWallet(query.address));
