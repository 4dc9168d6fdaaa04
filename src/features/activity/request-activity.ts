import type { IncomingMessage } from 'node:http';
import {
  deleteOwnerTelegram,
  deleteOwnerWallet,
  deleteUserSessions,
} from '../../contract/dashboard-api/auth.ts';
import { deleteContent, patchContent, postContent } from '../../contract/dashboard-api/content.ts';
import {
  deleteTrash,
  postTrash,
  postTrashPurge,
  postTrashRestore,
} from '../../contract/dashboard-api/library/trash.ts';
import { deletePeer, postPeer, postPeerKey } from '../../contract/dashboard-api/peers.ts';
import type { EndpointContract, EndpointInput, EndpointOutput } from '../../contract/endpoint.ts';
import { patchOwnContent } from '../../contract/node-api/content.ts';
import { getContentKey, putContentKey } from '../../contract/node-api/licensing.ts';
import { postHandshake } from '../../contract/node-api/peers.ts';
import { deleteStorage, getStorage } from '../../contract/node-api/serving.ts';
import { postStorage } from '../../contract/node-api/uploads.ts';
import { problems } from '../../contract/problems.ts';
import { type Caller, dashboardReader, readerOf } from '../../core/caller.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import type { Activity, Actor, NoteActivity } from '../../core/events/activity.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { HandledRequest } from '../../platform/http/endpoint/adapter.ts';
import { targetOf } from '../../platform/http/endpoint/request-target.ts';

type ActivityEntry = Pick<Activity, 'kind' | 'detail' | 'subject' | 'problem'>;
type Describe = (input: never, output: never, status: number) => ActivityEntry | undefined;

/** Pairs a contract with the function that describes its requests, whose types follow from the contract. */
const describes = <C extends EndpointContract>(
  contract: C,
  describe: (input: EndpointInput<C>, output: EndpointOutput<C>, status: number) => ActivityEntry | undefined,
): [EndpointContract, Describe] => [contract, describe];

/**
 * Descriptions of requests for the log, by endpoint; their services record blocks, tokens, sign-ins and peers. Only the
 * values that are named here get into the log, because inputs contain proofs and outputs contain tokens.
 */
const detailsOf = new Map<EndpointContract, Describe>([
  describes(getStorage, ({ params, query }, _, status) =>
    (status === 200 || status === 206) && !(isOfDashboard(query) && query.download === undefined)
      ? { kind: 'download', subject: canonical(params.id), detail: 'activity.downloaded' }
      : undefined,
  ),
  describes(postStorage, (_, output) => ('content_id' in output ? uploaded(output) : undefined)),
  describes(postContent, ({ query }, { content, already_stored }) =>
    query.hidden === 'true' ? undefined : uploaded({ content_id: content.content_id, already_stored }),
  ),
  describes(patchContent, ({ params }) => edited(params.id)),
  describes(patchOwnContent, ({ params }) => edited(params.id)),
  describes(getContentKey, (_, { content_id }) => ({
    kind: 'download',
    subject: content_id,
    detail: 'activity.keySent',
  })),
  describes(putContentKey, (_, { content_id }) => ({
    kind: 'upload',
    subject: content_id,
    detail: 'activity.keyReceived',
  })),
  describes(deleteStorage, ({ params }, { deleted }) => ({
    kind: 'delete',
    subject: canonical(params.id),
    detail: deleted ? 'activity.removed' : 'activity.removedByOne',
  })),
  describes(deleteContent, ({ params }) => ({
    kind: 'delete',
    subject: canonical(params.id),
    detail: 'activity.deleted',
  })),
  describes(postTrash, (_, { done }) => batch('delete', done, message('activity.trashed', { count: done }))),
  describes(postTrashRestore, (_, { done }) =>
    batch('edit', done, message('activity.restored', { count: done })),
  ),
  describes(postTrashPurge, (_, { done }) =>
    batch('delete', done, message('activity.purged', { count: done })),
  ),
  describes(deleteTrash, (_, { purged }) =>
    batch('delete', purged, message('activity.purged', { count: purged })),
  ),
  describes(postPeer, (_, { host }) => ({ kind: 'peer', subject: host, detail: 'activity.peerAdded' })),
  describes(postPeerKey, (_, { host }) => ({
    kind: 'peer',
    subject: host,
    detail: 'activity.keyAccepted',
  })),
  describes(deletePeer, ({ query }) => ({
    kind: 'peer',
    subject: query.host,
    detail: 'activity.peerRemoved',
  })),
  describes(deleteOwnerWallet, ({ query }) => ({
    kind: 'wallet',
    subject: query.address,
    detail: 'activity.walletUnlinked',
  })),
  describes(deleteOwnerTelegram, () => ({ kind: 'sign_out', detail: 'activity.telegramUnlinked' })),
  describes(deleteUserSessions, ({ params }) => ({
    kind: 'sign_out',
    subject: params.id,
    detail: 'activity.signedOutEverywhere',
  })),
]);

/** Returns whether the link of a served request is one of the dashboard, whose thumbnails and viewers are no downloads. */
const isOfDashboard = ({ access }: { access?: string | undefined }): boolean =>
  access !== undefined && readerOf(access) === dashboardReader;

const uploaded = (output: { content_id: string; already_stored: boolean }): ActivityEntry => ({
  kind: 'upload',
  subject: output.content_id,
  detail: output.already_stored ? 'activity.uploadedAgain' : 'activity.uploaded',
});

const batch = (
  kind: ActivityEntry['kind'],
  count: number,
  detail: ActivityEntry['detail'],
): ActivityEntry | undefined => (count === 0 ? undefined : { kind, detail });

const edited = (id: string): ActivityEntry => ({
  kind: 'edit',
  subject: canonical(id),
  detail: 'activity.edited',
});

/** Statuses of refused or excessive requests. */
const refusals = new Set([401, 403, 410, 413, 421, 429, 507]);

/** Returns the entry of a response, if any; handshakes have none. */
function entryOf({
  endpoint,
  request,
  response,
  input,
  output,
  problem,
}: HandledRequest): ActivityEntry | undefined {
  const contract = endpoint?.contract;
  if (contract === postHandshake || (!contract && targetOf(request).path.includes('network.handshake')))
    return undefined;
  // An interrupted download has sent bytes, too.
  if (contract && (problem === undefined || (contract === getStorage && response.headersSent))) {
    return detailsOf.get(contract)?.(input as never, output as never, response.statusCode);
  }
  if (problem === undefined || !refusals.has(problems[problem].status)) return undefined;
  return {
    kind: 'refused',
    subject:
      contract && input?.params && 'id' in input.params ? canonical(String(input.params.id)) : undefined,
    detail: contract
      ? message('activity.refused', { request: `${contract.method} ${contract.path}` })
      : 'activity.refusedUnread',
    problem,
  };
}

/** Canonical spelling of a content id: base32 of 36 bytes, whose last digit has two unused zero bits. */
const canonicalContentId = /^bafkrei[a-z2-7]{51}[aeimquy4]$/;

/** Returns the canonical form of an id; other texts are dropped, because they may be pasted secrets. */
function canonical(id: string): string | undefined {
  if (canonicalContentId.test(id)) return id;
  try {
    return contentIdOf(parseContentId(id).sha256);
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}

const actorOf = ({ principal, name }: Caller): Actor => ({
  type: principal.startsWith('token:') ? 'api_token' : 'user',
  name,
});

const dashboard: Actor = { type: 'dashboard', name: '' };
const anonymous: Actor = { type: 'anonymous', name: '' };

export interface RecordRequestsOptions {
  note: NoteActivity;
  addressOf: (request: IncomingMessage) => string;
  /** Whether the endpoints serve the dashboard of this computer. */
  toDashboard: boolean;
}

/** Records the responses of a listener; called by the adapter. */
export function recordRequests({
  note,
  addressOf,
  toDashboard,
}: RecordRequestsOptions): (handled: HandledRequest) => void {
  return (handled) => {
    const entry = entryOf(handled);
    if (!entry) return;
    // Only the dashboard can reach the endpoints of the dashboard API, and gets links of its own to the node API.
    const byDashboard =
      entry.kind === 'download'
        ? isOfDashboard(handled.input?.query ?? {})
        : toDashboard && handled.endpoint !== undefined;
    note({
      kind: entry.kind,
      detail: entry.detail,
      subject: entry.subject,
      problem: entry.problem,
      actor: handled.caller ? actorOf(handled.caller) : byDashboard ? dashboard : anonymous,
      address: byDashboard ? undefined : addressOf(handled.request),
    });
  };
}
