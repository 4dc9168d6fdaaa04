import type { Catalogue } from '../../../content/catalogue.ts';
import type { ContentDesk } from '../../../content/content-desk.ts';
import { parseContentId } from '../../../content/content-id.ts';
import type { RecordDocuments } from '../../../content/record-documents.ts';
import {
  getContentView,
  getContentViewByPath,
  type ViewedContent,
} from '../../../contract/endpoints/content.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseTonAddress } from '../../../core/ton-address.ts';
import { type Answer, defineEndpoint, type RequestContext } from '../../endpoint.ts';

export interface ViewServices {
  catalogue: Pick<Catalogue, 'get'>;
  desk: Pick<ContentDesk, 'get'>;
  documents: RecordDocuments;
}

function view(
  { catalogue, desk, documents }: ViewServices,
  id: string,
  { caller, baseUrl }: RequestContext,
): Answer<ViewedContent> {
  if (parseTonAddress(id) !== undefined) {
    throw new NodeError(
      'chain_unavailable',
      'This node does not talk to the chain, so it finds contents by their content id only.',
    );
  }
  const { sha256 } = catalogue.get(parseContentId(id).sha256);
  return { status: 200, body: documents.view(desk.get(sha256), { viewer: caller?.user, baseUrl }) };
}

/** 16. One content. */
export const getContentViewEndpoint = (services: ViewServices) =>
  defineEndpoint({
    contract: getContentView,
    limit: 'requests',
    handle: ({ query }, context) => view(services, query.content_id, context),
  });

/** 16. The same with the id in the path. */
export const getContentViewByPathEndpoint = (services: ViewServices) =>
  defineEndpoint({
    contract: getContentViewByPath,
    limit: 'requests',
    handle: ({ params }, context) => view(services, params.id, context),
  });
