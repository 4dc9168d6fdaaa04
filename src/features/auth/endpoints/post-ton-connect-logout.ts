import { postTonConnectLogout } from '../../../contract/node-api/auth.ts';
import type { Caller } from '../../../core/caller.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseTonAddress } from '../../../core/ton/ton-address.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { requireScope, tokenOf } from '../../../platform/http/guards/authorization.ts';
import type { Accounts } from '../accounts.ts';
import { type SignIn, sessionScopes } from '../sign-in.ts';
import type { ApiTokens } from '../tokens/api-tokens.ts';
import type { TonConnect } from '../ton-connect/ton-connect.ts';

export interface LogoutServices {
  signIn: Pick<SignIn, 'signOut'>;
  tokens: Pick<ApiTokens, 'authenticate'>;
  tonConnect: Pick<TonConnect, 'addressOf' | 'endConnection'>;
  accounts: Pick<Accounts, 'unlink'>;
}

/**
 * Ends a session, or the TON Connect session of an API token. The handler itself reads the token, because the adapter
 * would refuse the token of a session that has ended here before.
 */
export const postTonConnectLogoutEndpoint = (services: LogoutServices) =>
  jsonEndpoint(postTonConnectLogout, async (_input, { request }) => {
    const token = tokenOf(request.headers.authorization);
    if (token === undefined) throw new NodeError('unauthorized', 'auth.tokenInAuthorization');
    const program = await services.tokens.authenticate(token);
    if (program) await disconnect(program, services);
    else await services.signIn.signOut(token);
    return { success: true as const };
  });

/** Disconnects and unlinks the wallet that an API token has connected; the token stays valid. */
async function disconnect(program: Caller, { tonConnect, accounts }: LogoutServices): Promise<void> {
  for (const scope of sessionScopes) requireScope(program, scope);
  const { user, principal: sessionId } = program;
  const address = parseTonAddress(tonConnect.addressOf({ user, sessionId }) ?? '');
  if (address !== undefined) await accounts.unlink(user, address);
  await tonConnect.endConnection({ user, sessionId });
}
