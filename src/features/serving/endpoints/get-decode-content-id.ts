import { type DecodedContentId, getDecodeContentId } from '../../../contract/node-api/serving.ts';
import { type ContentId, contentIdFormat, parseContentId } from '../../../core/content-id.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Catalogue, ContentResponses } from '../../content/index.ts';
import type { LicensedContents } from '../../licensing/index.ts';

export interface DecodeServices {
  catalogue: Pick<Catalogue, 'find' | 'refresh'>;
  licensed: Pick<LicensedContents, 'restriction'>;
  responses: Pick<ContentResponses, 'addressOf'>;
}

/** Decodes a content id, and returns whether its content is stored here. */
export const getDecodeContentIdEndpoint = (services: DecodeServices) =>
  jsonEndpoint(getDecodeContentId, ({ params }) => {
    const id = parseContentId(params.id);
    const decoded = decodedWith(services, id);
    // Another replica may have stored it.
    const refreshing = decoded.stored ? undefined : services.catalogue.refresh();
    return refreshing ? refreshing.then(() => decodedWith(services, id)) : decoded;
  });

function decodedWith({ catalogue, licensed, responses }: DecodeServices, id: ContentId): DecodedContentId {
  // The response must not reveal whether a restricted content is stored or sold.
  const isRestricted = licensed.restriction(id.sha256) !== undefined;
  const content = isRestricted ? undefined : catalogue.find(id.sha256);
  const address = isRestricted ? undefined : responses.addressOf(id.sha256);
  return {
    content_id: id.toString(),
    content_sha256: id.sha256.toString('hex'),
    ...contentIdFormat,
    stored: content !== undefined,
    ...(content ? { size: content.size, content_type: content.contentType } : {}),
    ...(address === undefined ? {} : { content_address: address }),
  };
}
