import type { Catalogue } from '../../content/catalogue.ts';
import type { ContentDesk } from '../../content/content-desk.ts';
import { contentIdOf, dispositionFor, parseContentId } from '../../content/content-id.ts';
import { contentUrl } from '../../content/record-documents.ts';
import * as contracts from '../../contract/endpoints/local.ts';
import type { LocalContent } from '../../contract/local.ts';
import { ownerId } from '../../core/caller.ts';
import { toTimestamp } from '../../core/clock.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../endpoint.ts';
import type { UploadReceiver } from '../receive-upload.ts';

export interface LocalContentServices {
  catalogue: Pick<Catalogue, 'remove'>;
  desk: ContentDesk;
  uploads: UploadReceiver;
  /** How a person knows a user. */
  userName: (user: string) => string;
  nodeUrl: () => string;
}

const common = { limit: 'requests' } as const;

type Record = ReturnType<ContentDesk['get']>;

function toLocalContent(record: Record, { nodeUrl, userName }: LocalContentServices): LocalContent {
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
    cover_url: coverId && contentUrl(base, coverId),
    published: record.published,
    updated_at: toTimestamp(record.updatedAt),
    uploaded_by: { id: record.uploadedBy, name: userName(record.uploadedBy) },
  };
}

/** What the dashboard does with contents: it sees all of them, listed or not. */
export function contentEndpoints(services: LocalContentServices): Endpoint[] {
  const { catalogue, desk, uploads } = services;
  const document = (record: Record) => toLocalContent(record, services);
  return [
    defineEndpoint({
      ...common,
      contract: contracts.getContents,
      handle: ({ query }) => {
        const { items, nextCursor, total } = desk.page(query);
        return { status: 200, body: { items: items.map(document), next_cursor: nextCursor, total } };
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postContent,
      body: { as: 'stream', maxBytes: uploads.maxBodyBytes },
      handle: async ({ headers }, context) => {
        const { content, alreadyStored } = await uploads.receive(context, ownerId, {
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
      contract: contracts.getContent,
      handle: ({ params }) => ({ status: 200, body: document(desk.get(parseContentId(params.id).sha256)) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.patchContent,
      body: jsonBody,
      handle: ({ params, body }) => ({
        status: 200,
        body: document(desk.edit(parseContentId(params.id).sha256, body)),
      }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.deleteContent,
      handle: async ({ params }) => {
        await catalogue.remove(parseContentId(params.id).sha256);
        return ok;
      },
    }),
  ];
}
