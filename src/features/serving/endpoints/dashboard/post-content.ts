import { postContent } from '../../../../contract/dashboard-api/content.ts';
import { ownerId } from '../../../../core/caller.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';
import type { LocalContentServices } from '../../local-content-services.ts';

/** Stores a file for the owner. */
export const postContentEndpoint = (
  {
    uploads,
    hidden,
    pictures,
    onReceived,
  }: Pick<LocalContentServices, 'uploads' | 'hidden' | 'pictures' | 'onReceived'>,
  responses: LocalContentResponses,
) =>
  defineEndpoint({
    contract: postContent,
    body: { as: 'stream', maxBytes: uploads.maxBodyBytes },
    handle: async ({ query, headers }, context) => {
      let received = 0;
      const onProgress = (bytes: number) => {
        onReceived(bytes - received);
        received = bytes;
      };
      const by = { uploadedBy: ownerId, onProgress };
      const { content, alreadyStored } = await uploads.receive(context, by, {
        fileName: headers['x-file-name'],
      });
      if (query.hidden === 'false') await hidden.show(content.sha256);
      else {
        pictures.hold(content.sha256);
        if (!alreadyStored) await hidden.hide(content.sha256);
      }
      return {
        status: alreadyStored ? 200 : 201,
        body: { content: responses.content(content.sha256), already_stored: alreadyStored },
      };
    },
  });
