import type * as z from 'zod';
import {
  type ContentPage,
  contentPage,
  type LocalPeer,
  localPeer,
  type Overview,
  overview,
  peerList,
  practiceState,
} from '../../src/contract/local.ts';
import { callErrorFrom, noAnswer, notUnderstood, parseJson } from './problem.ts';

export interface NodeClient {
  overview(signal?: AbortSignal): Promise<Overview>;
  peers(signal?: AbortSignal): Promise<LocalPeer[]>;
  addPeer(url: string): Promise<LocalPeer>;
  retryPeer(host: string): Promise<void>;
  removePeer(host: string): Promise<void>;
  acceptKey(host: string, publicKey: string): Promise<void>;
  contents(query: { q: string; cursor: string | null }, signal?: AbortSignal): Promise<ContentPage>;
  deleteContent(contentId: string): Promise<void>;
  startPractice(): Promise<void>;
  stopPractice(): Promise<void>;
  /** The raw bytes of the event stream; ends with the signal. */
  openEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

interface ClientOptions {
  key: string;
  /** Called when the node refuses the key. */
  onUnauthorized(): void;
}

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  signal?: AbortSignal | undefined;
}

/** A client of the local API at this page's own origin; every failure is a `CallError`. */
export function createNodeClient({ key, onUnauthorized }: ClientOptions): NodeClient {
  async function request(
    path: string,
    { method = 'GET', body, signal }: Call,
    accept: string,
  ): Promise<Response> {
    const headers: Record<string, string> = { Authorization: `Bearer ${key}`, Accept: accept };
    if (body) headers['Content-Type'] = 'application/json';
    const response = await fetch(`/local/${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: signal ?? null,
      cache: 'no-store',
    }).catch((cause: unknown) => {
      throw signal?.aborted ? cause : noAnswer();
    });
    if (response.ok) return response;
    if (response.status === 401) onUnauthorized();
    throw callErrorFrom(response.status, await response.text().catch(() => ''));
  }

  async function ask<S extends z.ZodType>(path: string, schema: S, call: Call = {}): Promise<z.infer<S>> {
    const response = await request(path, call, 'application/json');
    const text = await response.text().catch((cause: unknown) => {
      throw call.signal?.aborted ? cause : noAnswer();
    });
    const answer = schema.safeParse(parseJson(text));
    if (!answer.success) throw notUnderstood(answer.error);
    return answer.data;
  }

  async function tell(path: string, call: Call): Promise<void> {
    const response = await request(path, call, 'application/json');
    await response.text().catch(() => '');
  }

  return {
    overview: (signal) => ask('overview', overview, { signal }),
    peers: async (signal) => (await ask('peers', peerList, { signal })).peers,
    addPeer: (url) => ask('peers', localPeer, { method: 'POST', body: { url } }),
    retryPeer: (host) => tell('peers/retry', { method: 'POST', body: { host } }),
    removePeer: (host) => tell(`peers?${new URLSearchParams({ host })}`, { method: 'DELETE' }),
    acceptKey: (host, publicKey) =>
      tell('peers/accept-key', { method: 'POST', body: { host, public_key: publicKey } }),
    contents: ({ q, cursor }, signal) =>
      ask(`content?${new URLSearchParams({ q, limit: '100', ...(cursor && { cursor }) })}`, contentPage, {
        signal,
      }),
    deleteContent: (contentId) => tell(`content/${encodeURIComponent(contentId)}`, { method: 'DELETE' }),
    startPractice: async () => {
      await ask('practice', practiceState, { method: 'POST' });
    },
    stopPractice: async () => {
      await ask('practice', practiceState, { method: 'DELETE' });
    },
    openEvents: async (signal) => {
      const { body } = await request('events', { signal }, 'text/event-stream');
      if (!body) throw noAnswer();
      return body;
    },
  };
}
