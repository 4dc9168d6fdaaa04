import type { EndpointContract } from '../../../contract/endpoint.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Caller } from '../../../core/caller.ts';
import { type Awaitable, whenAvailable } from '../../../core/concurrency/awaitable.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

export type Authenticate = (token: string) => Awaitable<Caller | undefined>;

/** Returns the token of `Authorization: Bearer T`, or of the bare `T` that existing web clients send. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const match = /^(?:Bearer +)?([\x21-\x7e]{1,200})$/i.exec(authorization?.trim() ?? '');
  return match?.[1];
}

/**
 * Returns the caller of a request as its endpoint requires: by a mandatory token, or by an optional one, which must be
 * valid if it is present.
 * @throws NodeError `unauthorized`, `insufficient_scope`
 */
export function authorize(
  authenticate: Authenticate,
  authorization: string | undefined,
  { scope, token: need }: Pick<EndpointContract, 'scope' | 'token'>,
): Awaitable<Caller | undefined> {
  if (!scope && !need) return undefined;
  if (need === 'optional' && !authorization) return undefined;
  const token = tokenOf(authorization);
  if (token === undefined) throw new NodeError('unauthorized', 'http.tokenMissing');
  return whenAvailable(authenticate(token), (caller) => {
    if (!caller) throw new NodeError('unauthorized', 'http.tokenUnknown');
    if (scope) requireScope(caller, scope);
    return caller;
  });
}

/** @throws NodeError `insufficient_scope` */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (scopes.has(scope)) return;
  throw new NodeError('insufficient_scope', message('http.scopeMissing', { scope }), {
    headers: { 'WWW-Authenticate': `Bearer realm="alcove", error="insufficient_scope", scope="${scope}"` },
  });
}
