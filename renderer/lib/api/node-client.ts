import { type CallOutput, createLocalClient } from '@alcove/client';
import {
  type ActivityKind,
  exportActivity,
  getActivity,
} from '../../../src/contract/dashboard-api/activity.ts';
import {
  type ApiTokenDocument,
  type CreatedTokenDocument,
  deleteOwnerConnection,
  deleteOwnerTelegram,
  deleteOwnerWallet,
  deleteToken,
  deleteUserSessions,
  getSignIn,
  getTokens,
  getUsers,
  postOwnerConnection,
  postToken,
  type SignInState,
  type WalletConnection,
} from '../../../src/contract/dashboard-api/auth.ts';
import {
  type BlockedContent,
  type ContentPage,
  deleteBlocked,
  deleteContent,
  getBlocked,
  getContent,
  getContents,
  type LocalContent,
  patchContent,
  postBlocked,
} from '../../../src/contract/dashboard-api/content.ts';
import {
  deleteEncryption,
  getContentOpen,
  type PlainContent,
} from '../../../src/contract/dashboard-api/licensing.ts';
import { getOverview, type Overview } from '../../../src/contract/dashboard-api/monitoring.ts';
import { type FirstRunStep, postFirstRun } from '../../../src/contract/dashboard-api/onboarding.ts';
import {
  deletePeer,
  getPeers,
  type LocalPeer,
  postPeer,
  postPeerKey,
  postPeerRetry,
} from '../../../src/contract/dashboard-api/peers.ts';
import { deletePractice, postPractice } from '../../../src/contract/dashboard-api/practice.ts';
import { getReceipt } from '../../../src/contract/dashboard-api/purchases.ts';
import { postRecovery } from '../../../src/contract/dashboard-api/recovery.ts';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import type { ContentEdit } from '../../../src/contract/node-api/content.ts';
import { getOpenApi } from '../../../src/contract/node-api/monitoring.ts';
import type { Scope } from '../../../src/contract/scopes.ts';
import { callErrorFrom, noAnswer } from './call-error.ts';
import { type ChainCalls, chainCalls } from './chain-calls.ts';
import { type HistoryCalls, historyCalls } from './history-calls.ts';
import { at, type ListPlace, pieceSize } from './list-place.ts';
import { type NetworkCalls, networkCalls } from './network-calls.ts';
import type { NodeCaller } from './node-calls.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { type RecoveryCalls, recoveryCalls } from './recovery-calls.ts';
import { type SettingsCalls, settingsCalls } from './settings-calls.ts';
import { type StorageCalls, storageCalls } from './storage-calls.ts';

export type UserPage = CallOutput<typeof getUsers>;
type ActivityPage = CallOutput<typeof getActivity>;

export interface NodeClient
  extends NetworkCalls,
    StorageCalls,
    RecoveryCalls,
    ChainCalls,
    SettingsCalls,
    HistoryCalls {
  overview(signal?: AbortSignal): Promise<Overview>;
  /** Asks for these first steps no more. */
  skipFirstRun(steps: FirstRunStep[]): Promise<void>;
  peers(signal?: AbortSignal): Promise<LocalPeer[]>;
  addPeer(url: string): Promise<LocalPeer>;
  retryPeer(host: string): Promise<void>;
  removePeer(host: string): Promise<void>;
  acceptKey(host: string, publicKey: string): Promise<void>;
  contents(query: { q: string } & Partial<ListPlace>, signal?: AbortSignal): Promise<ContentPage>;
  content(contentId: string, signal?: AbortSignal): Promise<LocalContent>;
  /** Where to read what it holds; for some minutes. */
  openContent(contentId: string, signal?: AbortSignal): Promise<PlainContent>;
  /** Stops putting it up for sale, and opens it again. */
  stopSale(contentId: string): Promise<void>;
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
  /** The owner is no longer known by Telegram. */
  forgetTelegram(): Promise<void>;
  users(cursor: string | null, signal?: AbortSignal): Promise<UserPage>;
  /** Ends every session of a user. */
  signOutUser(id: string): Promise<void>;
  activity(
    query: { kind: ActivityKind | null; q: string } & ListPlace,
    signal?: AbortSignal,
  ): Promise<ActivityPage>;
  /** The whole log as lines of JSON. */
  exportActivity(options: { redact: boolean }): Promise<Blob>;
  /** What the node says that delivered a licence, signed: a file of JSON. */
  receipt(licenceAddress: string): Promise<Blob>;
  makeRecovery(passphrase: string): Promise<Blob>;
  /** The machine-readable description of the node API. */
  openApi(signal?: AbortSignal): Promise<OpenApiDocument>;
  startPractice(): Promise<void>;
  stopPractice(): Promise<void>;
  /** The raw bytes of the event stream; ends with the signal. */
  openEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

interface ClientOptions {
  /** Of the dashboard's session. */
  token: string;
  /** Instead of the browser's own. */
  fetch?: typeof fetch;
  /** Called when the node refuses the token. */
  onUnauthorized(): void;
}

/** The node API's description, which the local API gives too, for this page's own origin. */
const getLocalOpenApi = {
  ...getOpenApi,
  path: '/local/openapi.json',
  answers: { 200: { description: 'OpenAPI 3.1', schema: openApiDocument } },
} as const satisfies EndpointContract;

/** A client of the local API at this page's own origin; every failure but an abort is a `CallError`. */
export function createNodeClient({ token, fetch, onUnauthorized }: ClientOptions): NodeClient {
  const local = createLocalClient({ url: '', token, fetch });

  const told = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      const told = callErrorFrom(error);
      if (told?.status === 401) onUnauthorized();
      throw told ?? error;
    }
  };
  const ask: NodeCaller['ask'] = (contract, input, options) => told(local.call(contract, input, options));
  const tell: NodeCaller['tell'] = async (contract, input) => {
    await ask(contract, input);
  };

  const fileOf = async (answer: Promise<Response>) => {
    const response = await told(answer);
    return response.blob().catch(() => {
      throw noAnswer();
    });
  };

  return {
    ...networkCalls({ ask, tell }),
    ...storageCalls({ ask, tell }),
    ...recoveryCalls({ ask }),
    ...chainCalls({ ask, tell }),
    ...historyCalls({ ask }),
    ...settingsCalls({ ask, tell }),
    overview: (signal) => ask(getOverview, {}, { signal }),
    skipFirstRun: (skip) => tell(postFirstRun, { body: { skip } }),
    peers: async (signal) => (await ask(getPeers, {}, { signal })).peers,
    addPeer: (url) => ask(postPeer, { body: { url } }),
    retryPeer: (host) => tell(postPeerRetry, { body: { host } }),
    removePeer: (host) => tell(deletePeer, { query: { host } }),
    acceptKey: (host, publicKey) => tell(postPeerKey, { body: { host, public_key: publicKey } }),
    contents: ({ q, ...place }, signal) =>
      ask(getContents, { query: { q, limit: pieceSize, ...at(place) } }, { signal }),
    content: (id, signal) => ask(getContent, { params: { id } }, { signal }),
    openContent: (id, signal) => ask(getContentOpen, { params: { id } }, { signal }),
    stopSale: (id) => tell(deleteEncryption, { params: { id } }),
    editContent: (id, edit) => ask(patchContent, { params: { id }, body: edit }),
    deleteContent: (id) => tell(deleteContent, { params: { id } }),
    storeFile: async (file) => (await told(local.upload(file, file.name))).content,
    blocked: async (signal) => (await ask(getBlocked, {}, { signal })).blocked,
    block: (contentId, reason) => tell(postBlocked, { body: { content_id: contentId, reason } }),
    unblock: (id) => tell(deleteBlocked, { params: { id } }),
    tokens: async (signal) => (await ask(getTokens, {}, { signal })).tokens,
    createToken: (body) => ask(postToken, { body }),
    revokeToken: (id) => tell(deleteToken, { params: { id } }),
    signIn: (signal) => ask(getSignIn, {}, { signal }),
    connectWallet: (appName) =>
      ask(postOwnerConnection, { body: appName === null ? {} : { wallet_app_name: appName } }),
    cancelConnection: () => tell(deleteOwnerConnection, {}),
    unlinkWallet: (address) => tell(deleteOwnerWallet, { query: { address } }),
    forgetTelegram: () => tell(deleteOwnerTelegram, {}),
    users: (cursor, signal) => ask(getUsers, { query: { ...(cursor && { cursor }) } }, { signal }),
    signOutUser: (id) => tell(deleteUserSessions, { params: { id } }),
    activity: ({ kind, q, ...place }, signal) =>
      ask(getActivity, { query: { q, limit: pieceSize, ...(kind && { kind }), ...at(place) } }, { signal }),
    exportActivity: ({ redact }) =>
      fileOf(local.request(exportActivity, { query: { redact: redact ? '1' : '0' } })),
    receipt: (address) => fileOf(local.request(getReceipt, { params: { address } })),
    makeRecovery: (passphrase) => fileOf(local.request(postRecovery, { body: { passphrase } })),
    openApi: (signal) => ask(getLocalOpenApi, {}, { signal }),
    startPractice: () => tell(postPractice, {}),
    stopPractice: () => tell(deletePractice, {}),
    openEvents: (signal) => told(local.openEvents(signal)),
  };
}
