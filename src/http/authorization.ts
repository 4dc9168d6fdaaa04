import type { Scope } from '../contract/scopes.ts';
import { NodeError } from '../core/node-error.ts';
import type { Caller } from '../sign-in/api-tokens.ts';

/** Tells who a token belongs to. */
export type Authenticate = (token: string) => Caller | undefined;

/** The token of `Authorization: Bearer T`, or of the bare `T` that existing web clients send. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const match = /^(?:Bearer +)?([\x21-\x7e]{1,200})$/i.exec(authorization?.trim() ?? '');
  return match?.[1];
}

/**
 * Who makes a request that needs a right.
 * @throws NodeError `unauthorized`, `insufficient_scope`
 */
export function authorize(
  authenticate: Authenticate,
  authorization: string | undefined,
  scope: Scope,
): Caller {
  const token = tokenOf(authorization);
  if (token === undefined) {
    throw new NodeError(
      'unauthorized',
      'Send a token of this node as “Authorization: Bearer …”. Its owner makes one with: alcove token create',
    );
  }
  const caller = authenticate(token);
  if (!caller) throw new NodeError('unauthorized', 'The token is not known to this node, or was revoked.');
  if (!caller.scopes.has(scope)) {
    throw new NodeError('insufficient_scope', `The token lacks the scope ${scope}.`, {
      headers: { 'WWW-Authenticate': `Bearer realm="alcove", error="insufficient_scope", scope="${scope}"` },
    });
  }
  return caller;
}
