import { postSession, postSessionProof } from '../src/contract/dashboard-api/auth.ts';
import { type LocalUpload, postContent } from '../src/contract/dashboard-api/content.ts';
import { AlcoveError, noResponse } from './alcove-error.ts';
import { type Caller, type CallOptions, createCaller } from './call.ts';
import { encodeFileName } from './file-name.ts';

export interface LocalClientOptions {
  /** The dashboard's origin; empty for the page's own. */
  url: string;
  /** The token of a dashboard session. */
  token: string;
  fetch?: typeof fetch | undefined;
}

/** A client of the dashboard API. Every endpoint is called through `call`. */
export interface LocalClient extends Caller {
  /**
   * Stores a file for the owner.
   * @param options.hidden whether a new file stays out of the owner's lists, because it was made for another content
   */
  upload(file: Blob, name: string, options?: CallOptions & { hidden?: boolean }): Promise<LocalUpload>;
  /** Opens the event stream as raw bytes; it ends with the signal. */
  openEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

const events = {
  method: 'GET',
  path: '/local/events',
  summary: 'What changes, as server-sent events',
  responses: { 200: { description: 'The stream', mediaType: 'text/event-stream' } },
  problems: [],
} as const;

/** Creates a client of the dashboard API. */
export function createLocalClient({ url, token, fetch }: LocalClientOptions): LocalClient {
  const caller = createCaller({ url, token, fetch });
  return {
    ...caller,
    upload: (file, name, { hidden = false, ...options } = {}) => {
      const query = { hidden: hidden ? ('true' as const) : ('false' as const) };
      const headers = { 'x-file-name': encodeFileName(name) };
      return caller.call(postContent, { query, headers, body: file }, options);
    },
    openEvents: async (signal) => {
      const { body } = await caller.request(events, {}, { signal, headers: { Accept: 'text/event-stream' } });
      if (!body) throw noResponse(undefined);
      return body;
    },
  };
}

/**
 * Opens a dashboard session with the code of a printed address.
 * @param url the dashboard's origin; empty for the page's own
 * @returns its token
 */
export async function openSession(
  url: string,
  code: string,
  fetch?: typeof globalThis.fetch,
): Promise<string> {
  return (await createCaller({ url, fetch }).call(postSession, { body: { code } })).token;
}

/**
 * Checks that the node at `url` opened a session, without sending the token.
 * @returns false if another program responds or the session has ended
 * @throws AlcoveError without a response, or with a response that proves nothing
 */
export async function provesSession(url: string, token: string): Promise<boolean> {
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const session = base64url(await hmac(utf8(token), 'session'));
  const expected = base64url(await hmac(await hmac(utf8(token), 'proof'), nonce));
  try {
    const response = await createCaller({ url }).call(postSessionProof, { body: { session, nonce } });
    return response.proof === expected;
  } catch (error) {
    if (!(error instanceof AlcoveError) || error.failure === 'no_response') throw error;
    // Not a proof of another program: the node may be restarting or overloaded.
    if (error.failure === 'refused' && (error.status === 429 || Number(error.status) >= 500)) throw error;
    return false;
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text);

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8(text)));
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
