import type { ViewedContent } from '../../contract/node-api/serving.ts';
import { parseContentId } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress } from '../../core/ton/ton-address.ts';
import type { RequestContext } from '../../platform/http/endpoint/endpoint.ts';
import type { BlockList, Catalogue, ContentResponses, ContentService } from '../content/index.ts';
import type { ContentKeys } from '../licensing/index.ts';

export interface ViewContentServices {
  catalogue: Pick<Catalogue, 'get' | 'find' | 'refresh'>;
  service: Pick<ContentService, 'get'>;
  blocks: Pick<BlockList, 'refuse'>;
  keys: Pick<ContentKeys, 'find'>;
  responses: ContentResponses;
}

/**
 * Returns one content by its id or by its address on the chain, as its viewer may see it.
 * @throws NodeError `invalid_content_id`, `unsupported_content_id`, `content_not_found`, `blocked`, `licence_required`,
 *   `encrypting`, `chain_unavailable`
 */
export async function viewContent(
  { catalogue, service, blocks, keys, responses }: ViewContentServices,
  id: string,
  { caller, baseUrl }: Pick<RequestContext, 'caller' | 'baseUrl'>,
): Promise<ViewedContent> {
  const context = { viewer: caller?.user, baseUrl };
  const address = parseTonAddress(id);
  if (address === undefined) {
    const { sha256 } = parseContentId(id);
    responses.checkNaming(sha256, context.viewer);
    catalogue.get(sha256);
    return responses.view(service.get(sha256), context);
  }
  let isStored = true;
  const recordOf = (sha256: Buffer) => {
    // Refuses a blocked content, whose title and price the chain still has.
    blocks.refuse(sha256);
    const plain = keys.find(sha256)?.plain;
    if (plain) blocks.refuse(plain);
    isStored = catalogue.find(sha256) !== undefined;
    return isStored ? service.get(sha256) : undefined;
  };
  const view = () => responses.viewRegistered(address, recordOf, context);
  const known = await view();
  // Another replica may have stored it.
  const refreshing = isStored ? undefined : catalogue.refresh();
  const viewed = refreshing ? await refreshing.then(view) : known;
  if (!viewed) throw new NodeError('content_not_found', 'content.addressUnknown');
  return viewed;
}
