import { postSession, postSessionProof } from '../../../contract/dashboard-api/auth.ts';
import { defineEndpoint, type Endpoint, jsonBody } from '../endpoint/endpoint.ts';
import type { DashboardSessions } from './dashboard-sessions.ts';

const common = { limit: 'requests', body: jsonBody } as const;

/** Endpoints by which a browser gets a session, and verifies that it still talks to the node that opened it. */
export function sessionEndpoints(sessions: Pick<DashboardSessions, 'exchange' | 'prove'>): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: postSession,
      handle: ({ body }) => ({ status: 201, body: { token: sessions.exchange(body.code) } }),
    }),
    defineEndpoint({
      ...common,
      contract: postSessionProof,
      handle: ({ body }) => ({
        status: 200,
        body: { proof: sessions.prove(body.session, body.nonce) },
      }),
    }),
  ];
}

/** Returns whether a call needs no session. */
export const isOpenCall = (method: string | undefined, path: string): boolean =>
  method === 'POST' && (path === postSession.path || path === postSessionProof.path);
