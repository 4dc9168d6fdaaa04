import type * as z from 'zod';
import type { ActivityKind } from '../../src/contract/activity.ts';
import type { ApiTokenDocument, CreatedTokenDocument } from '../../src/contract/control.ts';
import { getActivity } from '../../src/contract/endpoints/local-activity.ts';
import { type BlockedContent, getBlocked, postBlocked } from '../../src/contract/endpoints/local-blocked.ts';
import {
  getSignIn,
  getUsers,
  postOwnerConnection,
  type SignInState,
  type WalletConnection,
} from '../../src/contract/endpoints/local-sign-in.ts';
import { getTokens, postToken } from '../../src/contract/endpoints/local-tokens.ts';
import {
  type ContentEdit,
  type ContentPage,
  contentPage,
  type LocalContent,
  type LocalPeer,
  localContent,
  localPeer,
  localUpload,
  type Overview,
  overview,
  peerList,
  practiceState,
} from '../../src/contract/local.ts';
import type { Scope } from '../../src/contract/scopes.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { callErrorFrom, noAnswer, notUnderstood, parseJson } from './problem.ts';
import { encodeFileName } from './send-file.ts';

export type UserPage = z.infer<(typeof getUsers)['answers'][200]['schema']>;
export type ActivityPage = z.infer<(typeof getActivity)['answers'][200]['schema']>;

export interface NodeClient {
  overview(signal?: AbortSignal): Promise<Overview>;
  peers(signal?: AbortSignal): Promise<LocalPeer[]>;
  addPeer(url: string): Promise<LocalPeer>;
  retryPeer(host: string): Promise<void>;
  removePeer(host: string): Promise<void>;
  acceptKey(host: string, publicKey: string): Promise<void>;
  contents(query: { q: string; cursor: string | null }, signal?: AbortSignal): Promise<ContentPage>;
  content(contentId: string, signal?: AbortSignal): Promise<LocalContent>;
  editContent(contentId: string, edit: ContentEdit): Promise<LocalContent>;
  deleteContent(contentId: string): Promise<void>;
  /** Stores one small file at once, without a place in the upload queue. */
  storeFile(file: File): Promise<LocalContent>;
  blocked(signal?: AbortSignal): Promise<BlockedContent[]>;
  block(contentId: string, reason: string): Promise<void>;
  unblock(contentId: string): Promise<void>;
  tokens(signal?: AbortSignal): Promise<ApiTokenDocument[]>;
  /** The secret is in this answer only. */
  createToken(request: { name: string; scopes: Scope[] }): Promise<CreatedTokenDocument>;
  revokeToken(id: string): Promise<void>;
  signIn(signal?: AbortSignal): Promise<SignInState>;
  /** Begins to connect the owner's wallet by the named app. */
  connectWallet(appName: string | null): Promise<WalletConnection>;
  cancelConnection(): Promise<void>;
  unlinkWallet(address: string): Promise<void>;
  users(cursor: string | null, signal?: AbortSignal): Promise<UserPage>;
  /** Ends every session of a user. */
  signOutUser(id: string): Promise<void>;
  activity(
    query: { kind: ActivityKind | null; q: string; cursor: string | null },
    signal?: AbortSignal,
  ): Promise<ActivityPage>;
  /** The whole log as lines of JSON. */
  exportActivity(options: { redact: boolean }): Promise<Blob>;
  /** The machine-readable description of the node API. */
  openApi(signal?: AbortSignal): Promise<OpenApiDocument>;
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
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON, but a file as its bytes. */
  body?: object | File;
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
    if (body instanceof File) headers['X-File-Name'] = encodeFileName(body.name);
    else if (body) headers['Content-Type'] = 'application/json';
    const response = await fetch(`/local/${path}`, {
      method,
      headers,
      body: body instanceof File ? body : body ? JSON.stringify(body) : null,
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
    content: (contentId, signal) => ask(`content/${encodeURIComponent(contentId)}`, localContent, { signal }),
    editContent: (contentId, edit) =>
      ask(`content/${encodeURIComponent(contentId)}`, localContent, { method: 'PATCH', body: edit }),
    deleteContent: (contentId) => tell(`content/${encodeURIComponent(contentId)}`, { method: 'DELETE' }),
    storeFile: async (file) => (await ask('content', localUpload, { method: 'POST', body: file })).content,
    blocked: async (signal) => (await ask('blocked', getBlocked.answers[200].schema, { signal })).blocked,
    block: async (contentId, reason) => {
      const body = { content_id: contentId, reason };
      await ask('blocked', postBlocked.answers[201].schema, { method: 'POST', body });
    },
    unblock: (contentId) => tell(`blocked/${encodeURIComponent(contentId)}`, { method: 'DELETE' }),
    tokens: async (signal) => (await ask('tokens', getTokens.answers[200].schema, { signal })).tokens,
    createToken: (body) => ask('tokens', postToken.answers[201].schema, { method: 'POST', body }),
    revokeToken: (id) => tell(`tokens/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    signIn: (signal) => ask('sign-in', getSignIn.answers[200].schema, { signal }),
    connectWallet: (appName) =>
      ask('sign-in/connection', postOwnerConnection.answers[201].schema, {
        method: 'POST',
        body: appName === null ? {} : { wallet_app_name: appName },
      }),
    cancelConnection: () => tell('sign-in/connection', { method: 'DELETE' }),
    unlinkWallet: (address) =>
      tell(`sign-in/owner-wallet?${new URLSearchParams({ address })}`, { method: 'DELETE' }),
    users: (cursor, signal) =>
      ask(`users?${new URLSearchParams({ ...(cursor && { cursor }) })}`, getUsers.answers[200].schema, {
        signal,
      }),
    signOutUser: (id) => tell(`users/${encodeURIComponent(id)}/sessions`, { method: 'DELETE' }),
    activity: ({ kind, q, cursor }, signal) => {
      const query = new URLSearchParams({ q, ...(kind && { kind }), ...(cursor && { cursor }) });
      return ask(`activity?${query}`, getActivity.answers[200].schema, { signal });
    },
    exportActivity: async ({ redact }) => {
      const response = await request(
        `activity/export?redact=${redact ? 1 : 0}`,
        {},
        'application/x-ndjson, application/problem+json',
      );
      return response.blob().catch(() => {
        throw noAnswer();
      });
    },
    openApi: (signal) => ask('openapi.json', openApiDocument, { signal }),
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
