import {
  type ApiTokenDocument,
  type CreatedTokenDocument,
  deleteToken,
  getTokens,
  postToken,
} from '../../../contract/dashboard-api/auth.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { NodeError } from '../../../core/node-error.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** The same that commands can do with tokens. */
export interface TokenDesk {
  createToken(request: { name: string; scopes: Scope[] }): CreatedTokenDocument;
  listTokens(): { tokens: ApiTokenDocument[] };
  revokeToken(id: string): { revoked: boolean };
}

/** API tokens for bots, in the dashboard. */
export function tokenEndpoints(desk: TokenDesk): Endpoint[] {
  return [
    defineEndpoint({
      contract: getTokens,
      limit: 'requests',
      handle: () => ({ status: 200, body: desk.listTokens() }),
    }),
    defineEndpoint({
      contract: postToken,
      limit: 'requests',
      body: jsonBody,
      handle: ({ body }) => ({ status: 201, body: desk.createToken(body) }),
    }),
    defineEndpoint({
      contract: deleteToken,
      limit: 'requests',
      handle: ({ params }) => {
        if (!desk.revokeToken(params.id).revoked) {
          throw new NodeError('token_not_found', 'There is no such token; it may be revoked already.');
        }
        return ok;
      },
    }),
  ];
}
