import type { Settings } from '../../../contract/settings.ts';
import { message } from '../../../core/messages/message.ts';
import { Html, html, type TemplateValue } from '../../../platform/http/pages/html.ts';
import type { PageLanguage } from '../../../platform/http/pages/page-language.ts';
import { stylesheet } from './stylesheet.ts';

export interface PageOptions {
  language: PageLanguage;
  operator: Settings['operator'];
  /** URL of the app for people without it; undefined before its first release. */
  appUrl: string | undefined;
  /** Whether prices are in test money. */
  isTestNetwork: boolean;
}

interface Frame extends Pick<PageOptions, 'language' | 'operator'> {
  title: string;
  /** Tags for other programs, which come first because messengers read only the beginning of a page. */
  tags?: TemplateValue;
  /** Address of a picture that colours the background. */
  backdrop?: string | undefined;
  main: Html;
}

/** Returns the whole document of a page. */
export const pageFrame = ({ language, operator, title, tags, backdrop, main }: Frame): Html =>
  html`<!doctype html>
<html lang="${language.code}" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<title>${title}</title>
${tags}
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/api/icon.png">
<style>${new Html(stylesheet)}</style>
</head>
<body>
${backdrop !== undefined && html`<div class="backdrop" aria-hidden="true"><img src="${backdrop}" alt=""></div>`}
${main}
${footer(language, operator)}
</body>
</html>
`;

function footer({ textOf }: PageLanguage, operator: PageOptions['operator']): Html {
  const { name, links, terms_url: terms, privacy_url: privacy } = operator;
  const targets = [
    [links[0], message('sharePage.report')],
    [terms, message('sharePage.terms')],
    [privacy, message('sharePage.privacy')],
  ] as const;
  const host = name === undefined ? message('sharePage.hostedWith') : message('sharePage.hostedBy', { name });
  return html`<footer>
<span dir="auto">${textOf(host)}</span>
${targets.map(([url, label]) => url !== undefined && html`<a href="${url}" rel="noopener nofollow">${textOf(label)}</a>`)}
</footer>`;
}
