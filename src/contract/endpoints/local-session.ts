import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';

/** How a browser gets a session of the dashboard. These two calls need none. */

const secret = z.string().min(16).max(100);

export const postSession = {
  method: 'POST',
  path: '/local/session',
  summary: 'Open a session with the code of a printed address',
  description: 'A code counts once, for ten minutes. The session ends when the node does.',
  body: { schema: z.strictObject({ code: secret.meta({ description: 'What follows `#code=`' }) }) },
  answers: {
    201: {
      description: 'The session is open',
      schema: z.object({ token: z.string().meta({ description: 'For `Authorization: Bearer …`' }) }),
    },
  },
  problems: ['unauthorized'],
} as const satisfies EndpointContract;

export const postSessionProof = {
  method: 'POST',
  path: '/local/session/proof',
  summary: 'Have the node prove that it opened a session',
  description:
    'HMAC-SHA256 in base64url throughout. `session` is HMAC(token, "session"); the proof is HMAC(HMAC(token, "proof"), nonce). A page asks for it before it sends its token again after the connection was lost.',
  body: { schema: z.strictObject({ session: secret, nonce: secret }) },
  answers: { 200: { description: 'The proof', schema: z.object({ proof: z.string() }) } },
  problems: ['unauthorized'],
} as const satisfies EndpointContract;
