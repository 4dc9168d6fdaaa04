import type { IncomingMessage } from 'node:http';
import { getSharePage, sharePagePath } from '../../../contract/node-api/share-page.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { languageOf } from '../../../platform/http/pages/page-language.ts';
import { contentPage } from '../page/content-page.ts';
import type { PageOptions } from '../page/frame.ts';
import { problemPage } from '../page/problem-page.ts';
import { sendPage } from '../send-page.ts';
import { SharedContents, type SharedContentsOptions } from '../shared-contents.ts';

export interface SharePageServices extends SharedContentsOptions, Omit<PageOptions, 'language' | 'operator'> {
  operator: () => PageOptions['operator'];
}

/** Sends the page of a content for people without the app; problems are pages, too. */
export function getSharePageEndpoint(services: SharePageServices) {
  const contents = new SharedContents(services);
  const optionsFor = ({ headers }: IncomingMessage): PageOptions => ({
    ...services,
    operator: services.operator(),
    language: languageOf(headers['accept-language']),
  });
  return defineEndpoint({
    contract: getSharePage,
    sendProblem: ({ document, headers }, context) =>
      sendPage(context, problemPage(document, optionsFor(context.request)), {
        status: document.status,
        isListed: false,
        headers,
      }),
    handle: async ({ params }, context) => {
      const { request, response } = context;
      const content = await contents.find(params.id, context);
      // Other spellings of an id redirect to the one address of the content.
      if (content.path === sharePagePath(params.id)) {
        sendPage(context, contentPage(content, optionsFor(request)), {
          status: 200,
          isListed: content.isListed,
        });
      } else {
        response.writeHead(302, { Location: content.path, 'Cache-Control': 'no-cache' }).end();
      }
      return 'sent' as const;
    },
  });
}
