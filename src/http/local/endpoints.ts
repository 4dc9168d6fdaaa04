import type { Catalogue, Content } from '../../content/catalogue.ts';
import { contentIdOf, dispositionFor, parseContentId } from '../../content/content-id.ts';
import * as contracts from '../../contract/endpoints/local.ts';
import type { LocalContent, LocalPeer, Overview } from '../../contract/local.ts';
import { toTimestamp } from '../../core/clock.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../endpoint.ts';
import type { UploadReceiver } from '../receive-upload.ts';
import { type SignInDesk, signInEndpoints } from './sign-in.ts';
import { type TokenDesk, tokenEndpoints } from './tokens.ts';

/** What the dashboard may do with peers. */
export interface PeerDesk {
  list(): LocalPeer[];
  add(url: string): Promise<LocalPeer>;
  retry(host: string): Promise<LocalPeer>;
  remove(host: string): void;
  acceptKey(host: string, publicKey: string): Promise<LocalPeer>;
}

export interface LocalServices {
  overview: () => Promise<Overview>;
  peers: PeerDesk;
  catalogue: Pick<Catalogue, 'page' | 'remove'>;
  uploads: UploadReceiver;
  practice: { start(): Promise<void>; stop(): Promise<void> };
  tokens: TokenDesk;
  signIn: SignInDesk;
  /** The node API's OpenAPI document. */
  openApi: () => object;
  nodeUrl: () => string;
}

const common = { limit: 'requests' } as const;

function toLocalContent(content: Omit<Content, 'checksums'>, nodeUrl: string): LocalContent {
  const id = contentIdOf(content.sha256);
  return {
    content_id: id,
    content_sha256: content.sha256.toString('hex'),
    name: content.name || id,
    size: content.size,
    content_type: content.contentType,
    created_at: toTimestamp(content.createdAt),
    content_url: `${nodeUrl}/api/v1/storage/${id}`,
    viewable: dispositionFor(content.contentType) === 'inline',
    title: content.name.replace(/\.[^.]+$/, '') || id,
    description: '',
    authors: [],
    hashtags: [],
    cover_id: null,
    cover_url: null,
    published: false,
    updated_at: toTimestamp(content.createdAt),
    uploaded_by: { id: content.uploadedBy, name: content.uploadedBy },
  };
}

function peerEndpoints(peers: PeerDesk): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: contracts.getPeers,
      handle: () => ({ status: 200, body: { peers: peers.list() } }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postPeer,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 201, body: await peers.add(body.url) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postPeerRetry,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await peers.retry(body.host) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postPeerKey,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await peers.acceptKey(body.host, body.public_key) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.deletePeer,
      handle: ({ query }) => {
        peers.remove(query.host);
        return ok;
      },
    }),
  ];
}

function contentEndpoints({ catalogue, uploads, nodeUrl }: LocalServices): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: contracts.getContents,
      handle: ({ query }) => {
        const { items, nextCursor, total } = catalogue.page({ ...query, cursor: query.cursor });
        const base = nodeUrl();
        return {
          status: 200,
          body: { items: items.map((item) => toLocalContent(item, base)), next_cursor: nextCursor, total },
        };
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postContent,
      body: { as: 'stream', maxBytes: uploads.maxBodyBytes },
      handle: async ({ headers }, context) => {
        const { content, alreadyStored } = await uploads.receive(context, 'owner', {
          fileName: headers['x-file-name'],
        });
        return {
          status: alreadyStored ? 200 : 201,
          body: { content: toLocalContent(content, nodeUrl()), already_stored: alreadyStored },
        };
      },
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

/** Everything the dashboard asks of its node. */
export function localEndpoints(services: LocalServices): Endpoint[] {
  const { overview, peers, practice } = services;
  return [
    defineEndpoint({
      ...common,
      contract: contracts.getOverview,
      handle: async () => ({ status: 200, body: await overview() }),
    }),
    ...peerEndpoints(peers),
    ...contentEndpoints(services),
    ...tokenEndpoints(services.tokens),
    ...signInEndpoints(services.signIn),
    defineEndpoint({
      ...common,
      contract: contracts.getLocalOpenApi,
      handle: () => ({ status: 200, body: services.openApi() as { openapi: string } }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postPractice,
      handle: async () => {
        await practice.start();
        return { status: 200, body: { practice: true } };
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.deletePractice,
      handle: async () => {
        await practice.stop();
        return { status: 200, body: { practice: false } };
      },
    }),
  ];
}
