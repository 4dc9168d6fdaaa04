import { nodeMessage } from '../../../contract/messages/message.ts';
import type { ProblemDocument } from '../../../contract/problems.ts';
import { message } from '../../../core/messages/message.ts';
import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { PageLanguage } from '../../../platform/http/pages/page-language.ts';
import { icon } from './art.ts';
import { type PageOptions, pageFrame } from './frame.ts';

/** Returns the page of a problem, which names no content. */
export function problemPage(
  problem: ProblemDocument,
  { language, operator }: Pick<PageOptions, 'language' | 'operator'>,
): Html {
  const { title, text } = explain(problem, language.textOf);
  const main = html`<main class="problem">
<div class="cover">${icon('lost')}</div>
<div class="about">
<h1>${title}</h1>
<p>${text}</p>
</div>
</main>`;
  return pageFrame({ language, operator, title, main });
}

function explain(
  { status, reason, params }: ProblemDocument,
  textOf: PageLanguage['textOf'],
): { title: string; text: string } {
  if (status === 400 || status === 404) {
    return {
      title: textOf(message('sharePage.notFoundTitle')),
      text: textOf(message('sharePage.notFoundText')),
    };
  }
  const known = nodeMessage.safeParse({ reason, params }).data;
  if (status >= 500 || !known) {
    return { title: textOf(message('sharePage.failedTitle')), text: textOf(message('sharePage.failedText')) };
  }
  return { title: textOf(message('sharePage.unavailableTitle')), text: textOf(known) };
}
