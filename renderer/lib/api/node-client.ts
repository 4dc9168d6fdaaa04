import { type CallOutput, createLocalClient } from '@alcove/client';
import type { ActivityKind } from '../../../src/contract/activity.ts';
import type { ApiTokenDocument, CreatedTokenDocument } from '../../../src/contract/control.ts';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import * as contracts from '../../../src/contract/endpoints/local.ts';
import { exportActivity, getActivity } from '../../../src/contract/endpoints/local-activity.ts';
import {
  type BlockedContent,
  deleteBlocked,
  getBlocked,
  postBlocked,
} from '../../../src/contract/endpoints/local-blocked.ts';
import { getReceipt } from '../../../src/contract/endpoints/local-chain.ts';
import { postRecovery } from '../../../src/contract/endpoints/local-recovery.ts';
import {
  deleteOwnerConnection,
  deleteOwnerTelegram,
  deleteOwnerWallet,
  deleteUserSessions,
  getSignIn,
  getUsers,
  postOwnerConnection,
  type SignInState,
  type WalletConnection,
} from '../../../src/contract/endpoints/local-sign-in.ts';
import { deleteToken, getTokens, postToken } from '../../../src/contract/endpoints/local-tokens.ts';
import { getOpenApi } from '../../../src/contract/endpoints/system.ts';
import type {
  ContentEdit,
  ContentPage,
  FirstRunStep,
  LocalContent,
  LocalPeer,
  OpenedContent,
  Overview,
} from '../../../src/contract/local.ts';
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
  openContent(contentId: string, signal?: AbortSignal): Promise<OpenedContent>;
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
    overview: (signal) => ask(contracts.getOverview, {}, { signal }),
    skipFirstRun: (skip) => tell(contracts.postFirstRun, { body: { skip } }),
    peers: async (signal) => (await ask(contracts.getPeers, {}, { signal })).peers,
    addPeer: (url) => ask(contracts.postPeer, { body: { url } }),
    retryPeer: (host) => tell(contracts.postPeerRetry, { body: { host } }),
    removePeer: (host) => tell(contracts.deletePeer, { query: { host } }),
    acceptKey: (host, publicKey) => tell(contracts.postPeerKey, { body: { host, public_key: publicKey } }),
    contents: ({ q, ...place }, signal) =>
      ask(contracts.getContents, { query: { q, limit: pieceSize, ...at(place) } }, { signal }),
    content: (id, signal) => ask(contracts.getContent, { params: { id } }, { signal }),
    openContent: (id, signal) => ask(contracts.getContentOpen, { params: { id } }, { signal }),
    stopSale: (id) => tell(contracts.deleteSealing, { params: { id } }),
    editContent: (id, edit) => ask(contracts.patchContent, { params: { id }, body: edit }),
    deleteContent: (id) => tell(contracts.deleteContent, { params: { id } }),
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
    startPractice: () => tell(contracts.postPractice, {}),
    stopPractice: () => tell(contracts.deletePractice, {}),
    openEvents: (signal) => told(local.openEvents(signal)),
  };
}
