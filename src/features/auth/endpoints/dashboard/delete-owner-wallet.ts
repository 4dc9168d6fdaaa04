import { deleteOwnerWallet } from '../../../../contract/dashboard-api/auth.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SignInAdminService } from '../../user-admin-service.ts';

/** Unlinks a wallet from the owner. */
export const deleteOwnerWalletEndpoint = (signIn: Pick<SignInAdminService, 'forgetOwnerWallet'>) =>
  defineEndpoint({
    contract: deleteOwnerWallet,
    limit: 'requests',
    handle: ({ query }) => {
      signIn.forgetOwnerWallet(query.address);
      return ok;
    },
  });
