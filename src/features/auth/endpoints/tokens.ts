import type { ApiTokenDocument, CreatedTokenDocument } from '../../../contract/control.ts';
import * as contracts from '../../../contract/endpoints/local-tokens.ts';
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
      contract: contracts.getTokens,
      limit: 'requests',
      handle: () => ({ status: 200, body: desk.listTokens() }),
    }),
    defineEndpoint({
      contract: contracts.postToken,
      limit: 'requests',
      body: jsonBody,
      handle: ({ body }) => ({ status: 201, body: desk.createToken(body) }),
    }),
    defineEndpoint({
      contract: contracts.deleteToken,
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
