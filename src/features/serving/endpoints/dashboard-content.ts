import {
  deleteContent,
  getContent,
  getContents,
  type LocalContent,
  patchContent,
  postContent,
} from '../../../contract/dashboard-api/content.ts';
import { patchCopy } from '../../../contract/dashboard-api/discovery.ts';
import type { Share } from '../../../contract/dashboard-api/sharing.ts';
import { networkId, ownerId } from '../../../core/caller.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { dispositionFor } from '../../../core/media-type/media-type.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';
import type { Catalogue } from '../../content/catalogue.ts';
import { contentUrl } from '../../content/content-responses.ts';
import type { ContentDesk, DeskRecord } from '../../content/content-service.ts';
import type { Covers } from '../../content/covers.ts';
import {
  type SealedServices,
  sealedEndpoints,
  sealedFileOf,
  sealingOf,
} from '../../licensing/endpoints/encrypted-content.ts';
import type { CopyStore } from '../../storage/copy-store.ts';
import type { UploadReceiver } from '../../uploads/upload-receiver.ts';
import { coverEndpoint } from './get-cover.ts';

export interface LocalContentServices extends SealedServices {
  catalogue: Pick<Catalogue, 'remove' | 'sendTo'>;
  copies: Pick<CopyStore, 'pin'>;
  covers: Pick<Covers, 'find' | 'pathOf'>;
  desk: ContentDesk;
  uploads: UploadReceiver;
  /** Told of bytes that the dashboard uploads, as they arrive. */
  onReceived: (bytes: number) => void;
  /** How a person knows a user. */
  userName: (user: string) => string;
  nodeUrl: () => string;
  /** Where this node has shared contents, by their hashes in hex. */
  sharesOf: (hashes: readonly Buffer[]) => Map<string, Share[]>;
}

/** Contents as the dashboard is told of them. */
function localContents(
  records: readonly DeskRecord[],
  services: Omit<LocalContentServices, 'uploads' | 'onReceived'>,
): LocalContent[] {
  const shares = services.sharesOf(records.map(({ sha256 }) => sha256));
  return records.map((record) => ({
    ...toLocalContent(record, services),
    shares: shares.get(record.sha256.toString('hex')) ?? [],
    sealed: sealedFileOf(record, services),
    sealing: sealingOf(record, services),
  }));
}

const common = { limit: 'requests' } as const;

function toLocalContent(
  record: DeskRecord,
  { covers, nodeUrl, userName }: Pick<LocalContentServices, 'covers' | 'nodeUrl' | 'userName'>,
): Omit<LocalContent, 'shares' | 'sealed' | 'sealing'> {
  const id = contentIdOf(record.sha256);
  const base = nodeUrl();
  const coverId = record.cover && contentIdOf(record.cover);
  return {
    content_id: id,
    content_sha256: record.sha256.toString('hex'),
    name: record.name || id,
    size: record.size,
    content_type: record.contentType,
    created_at: toTimestamp(record.createdAt),
    content_url: contentUrl(base, id),
    viewable: dispositionFor(record.contentType) === 'inline',
    title: record.title || id,
    description: record.description,
    authors: record.authors,
    hashtags: record.hashtags,
    cover_id: coverId,
    cover_url: record.cover && covers.pathOf(record.cover, contentIdOf(record.cover)),
    published: record.published,
    updated_at: toTimestamp(record.updatedAt),
    uploaded_by: {
      id: record.uploadedBy,
      name: record.uploadedBy === networkId ? 'Another node' : userName(record.uploadedBy),
    },
    verified_at: record.verifiedAt === null ? null : toTimestamp(record.verifiedAt),
    damage: record.damage,
    copy: record.copy && {
      host: record.copy.host,
      fetched_at: toTimestamp(record.copy.fetchedAt),
      last_used_at: toTimestamp(record.copy.lastUsedAt),
      pinned: record.copy.pinned,
      subscribed: record.copy.subscribed,
    },
  };
}

/** What the dashboard does with contents: it sees all of them, listed or not. */
export function contentEndpoints(services: LocalContentServices): Endpoint[] {
  const { catalogue, copies, desk, uploads } = services;
  const document = (record: DeskRecord) => localContents([record], services)[0] as LocalContent;
  return [
    defineEndpoint({
      ...common,
      contract: getContents,
      handle: ({ query }) => {
        const { items, nextCursor, topCursor, total } = desk.page(query);
        return {
          status: 200,
          body: {
            items: localContents(items, services),
            next_cursor: nextCursor,
            top_cursor: topCursor,
            total,
          },
        };
      },
    }),
    defineEndpoint({
      ...common,
      contract: postContent,
      body: { as: 'stream', maxBytes: uploads.maxBodyBytes },
      handle: async ({ headers }, context) => {
        let received = 0;
        const onProgress = (bytes: number) => {
          services.onReceived(bytes - received);
          received = bytes;
        };
        const by = { uploadedBy: ownerId, onProgress };
        const { content, alreadyStored } = await uploads.receive(context, by, {
          fileName: headers['x-file-name'],
        });
        return {
          status: alreadyStored ? 200 : 201,
          body: { content: document(desk.get(content.sha256)), already_stored: alreadyStored },
        };
      },
    }),
    defineEndpoint({
      ...common,
      contract: getContent,
      handle: ({ params }) => ({ status: 200, body: document(desk.get(parseContentId(params.id).sha256)) }),
    }),
    defineEndpoint({
      ...common,
      contract: patchContent,
      body: jsonBody,
      handle: async ({ params, body }) => ({
        status: 200,
        body: document(await desk.edit(parseContentId(params.id).sha256, body)),
      }),
    }),
    defineEndpoint({
      ...common,
      contract: deleteContent,
      handle: async ({ params }) => {
        const { sha256 } = parseContentId(params.id);
        services.sealings.checkRemoval(sha256);
        await catalogue.remove(sha256);
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: patchCopy,
      body: jsonBody,
      handle: ({ params, body }) => {
        const { sha256 } = parseContentId(params.id);
        copies.pin(sha256, body.pinned);
        return { status: 200, body: document(desk.get(sha256)) };
      },
    }),
    coverEndpoint(services),
    ...sealedEndpoints(services, (sha256) => document(desk.get(sha256))),
  ];
}
