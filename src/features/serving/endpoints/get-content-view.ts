import {
  getContentView,
  getContentViewByPath,
  type ViewedContent,
} from '../../../contract/node-api/serving.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseTonAddress } from '../../../core/ton/ton-address.ts';
import {
  type Answer,
  defineEndpoint,
  type RequestContext,
} from '../../../platform/http/endpoint/endpoint.ts';
import type { Catalogue } from '../../content/catalogue.ts';
import type { RecordDocuments } from '../../content/content-responses.ts';
import type { ContentDesk } from '../../content/content-service.ts';

export interface ViewServices {
  catalogue: Pick<Catalogue, 'get' | 'find'>;
  desk: Pick<ContentDesk, 'get'>;
  documents: RecordDocuments;
}

const noSuchContent = () =>
  new NodeError(
    'content_not_found',
    'This node knows no content at this address of the chain. Its index may not have come that far: see indexer_height.',
  );

async function view(
  { catalogue, desk, documents }: ViewServices,
  id: string,
  { caller, baseUrl }: RequestContext,
): Promise<Answer<ViewedContent>> {
  const look = { viewer: caller?.user, baseUrl };
  const address = parseTonAddress(id);
  if (address === undefined) {
    const { sha256 } = parseContentId(id);
    documents.checkNaming(sha256, look.viewer);
    catalogue.get(sha256);
    return { status: 200, body: await documents.view(desk.get(sha256), look) };
  }
  const rowOf = (sha256: Buffer) => (catalogue.find(sha256) ? desk.get(sha256) : undefined);
  const body = await documents.viewRegistered(address, rowOf, look);
  if (!body) throw noSuchContent();
  return { status: 200, body };
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
