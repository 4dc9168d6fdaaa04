import {
  deleteShare,
  deleteShareHost,
  getShareHosts,
  getShares,
  postShare,
  postShareHost,
} from '../../../contract/dashboard-api/sharing.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';
import type { Sharing } from '../sharing-service.ts';

export interface SharingServices {
  sharing: Pick<Sharing, 'hosts' | 'signIn' | 'signOut' | 'share' | 'takeBack' | 'shared'>;
  /** This node's wallet, friendly form. */
  nodeAddress: () => Promise<string>;
  isStored: (sha256: Buffer) => boolean;
}

const common = { limit: 'requests' } as const;

/** Free content on public nodes: where to share it, what is there, and taking it back. */
export function sharingEndpoints({ sharing, nodeAddress, isStored }: SharingServices): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: getShareHosts,
      handle: async () => ({
        status: 200,
        body: { hosts: sharing.hosts(), node_address: await nodeAddress() },
      }),
    }),
    defineEndpoint({
      ...common,
      contract: postShareHost,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await sharing.signIn(body.host, body.token) }),
    }),
    defineEndpoint({
      ...common,
      contract: deleteShareHost,
      handle: ({ query }) => {
        sharing.signOut(query.host);
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: getShares,
      handle: ({ query }) => ({
        status: 200,
        body: {
          shares: sharing.shared(query.host).map(({ sha256, ...share }) => ({
            ...share,
            content_id: contentIdOf(sha256),
            stored: isStored(sha256),
          })),
        },
      }),
    }),
    defineEndpoint({
      ...common,
      contract: postShare,
      body: jsonBody,
      handle: ({ params, body }) => ({
        status: 200,
        body: sharing.share(parseContentId(params.id).sha256, body),
      }),
    }),
    defineEndpoint({
      ...common,
      contract: deleteShare,
      handle: ({ params, query }) => {
        sharing.takeBack(parseContentId(params.id).sha256, query.host);
        return ok;
      },
    }),
  ];
}
