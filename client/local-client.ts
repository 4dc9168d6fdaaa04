import { postSession, postSessionProof } from '../src/contract/dashboard-api/auth.ts';
import { type LocalUpload, postContent } from '../src/contract/dashboard-api/content.ts';
import { AlcoveError, noAnswer } from './alcove-error.ts';
import { type Caller, type CallOptions, createCaller } from './call.ts';
import { encodeFileName } from './file-name.ts';

export interface LocalClientOptions {
  /** The dashboard's origin; empty for the page's own. */
  url: string;
  /** The token of a session of the dashboard. */
  token: string;
  fetch?: typeof fetch | undefined;
}

/** What the dashboard asks of its own node. Every endpoint of the local API goes through `call`. */
export interface LocalClient extends Caller {
  /** Stores a file for the owner. */
  upload(file: Blob, name: string, options?: CallOptions): Promise<LocalUpload>;
  /** The raw bytes of the event stream; ends with the signal. */
  openEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

const events = {
  method: 'GET',
  path: '/local/events',
  summary: 'What changes, as server-sent events',
  answers: { 200: { description: 'The stream', mediaType: 'text/event-stream' } },
  problems: [],
} as const;

/** A client of the local API (protocol, section 2). */
export function createLocalClient({ url, token, fetch }: LocalClientOptions): LocalClient {
  const caller = createCaller({ url, token, fetch });
  return {
    ...caller,
    upload: (file, name, options) =>
      caller.call(postContent, { headers: { 'x-file-name': encodeFileName(name) }, body: file }, options),
    openEvents: async (signal) => {
      const { body } = await caller.request(events, {}, { signal, headers: { Accept: 'text/event-stream' } });
      if (!body) throw noAnswer(undefined);
      return body;
    },
  };
}

/**
 * Opens a session of the dashboard with the code of a printed address.
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
 * Has what answers at `url` prove that it opened a session, without telling it the token.
 * @returns false where it is not the node that did, or no longer
 * @throws AlcoveError where nothing answers, or nothing that says who it is
 */
export async function provesSession(url: string, token: string): Promise<boolean> {
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const session = base64url(await hmac(utf8(token), 'session'));
  const expected = base64url(await hmac(await hmac(utf8(token), 'proof'), nonce));
  try {
    const answer = await createCaller({ url }).call(postSessionProof, { body: { session, nonce } });
    return answer.proof === expected;
  } catch (error) {
    if (!(error instanceof AlcoveError) || error.failure === 'no_answer') throw error;
    // It may be the node, which is restarting or has too much to do.
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
