import type { ViewedContent } from '../../contract/node-api/serving.ts';
import { parseContentId } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress } from '../../core/ton/ton-address.ts';
import type { Answer, RequestContext } from '../../platform/http/endpoint/endpoint.ts';
import type { Catalogue, ContentResponses, ContentService } from '../content/index.ts';

export interface ViewContentServices {
  catalogue: Pick<Catalogue, 'get' | 'find'>;
  service: Pick<ContentService, 'get'>;
  responses: ContentResponses;
}

/** Responds to a request for one content by its id or by its address on the chain. */
export async function viewContent(
  { catalogue, service, responses }: ViewContentServices,
  id: string,
  { caller, baseUrl }: RequestContext,
): Promise<Answer<ViewedContent>> {
  const context = { viewer: caller?.user, baseUrl };
  const address = parseTonAddress(id);
  if (address === undefined) {
    const { sha256 } = parseContentId(id);
    responses.checkNaming(sha256, context.viewer);
    catalogue.get(sha256);
    return { status: 200, body: await responses.view(service.get(sha256), context) };
  }
  const recordOf = (sha256: Buffer) => (catalogue.find(sha256) ? service.get(sha256) : undefined);
  const body = await responses.viewRegistered(address, recordOf, context);
  if (!body) throw new NodeError('content_not_found', 'content.addressUnknown');
  return { status: 200, body };
}
