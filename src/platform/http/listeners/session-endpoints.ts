import { postSession, postSessionProof } from '../../../contract/dashboard-api/auth.ts';
import { type Endpoint, jsonEndpoint } from '../endpoint/endpoint.ts';
import type { DashboardSessions } from './dashboard-sessions.ts';

/** Endpoints by which a browser gets a session, and verifies that it still talks to the node that opened it. */
export const sessionEndpoints = (sessions: Pick<DashboardSessions, 'exchange' | 'prove'>): Endpoint[] => [
  jsonEndpoint(postSession, ({ body }) => ({ token: sessions.exchange(body.code) })),
  jsonEndpoint(postSessionProof, ({ body }) => ({ proof: sessions.prove(body.session, body.nonce) })),
];

/** Returns whether a call needs no session. */
export const isOpenCall = (method: string | undefined, path: string): boolean =>
  method === 'POST' && (path === postSession.path || path === postSessionProof.path);
