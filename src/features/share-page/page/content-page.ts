import { message } from '../../../core/messages/message.ts';
import { clipped, type Html, html } from '../../../platform/http/pages/html.ts';
import type { PageLanguage } from '../../../platform/http/pages/page-language.ts';
import type { SharedContent } from '../shared-contents.ts';
import { fileActions, saleActions } from './actions.ts';
import { placeholder, qrCode } from './art.ts';
import { entryList } from './entry-list.ts';
import { type PageOptions, pageFrame } from './frame.ts';
import { headTags } from './head-tags.ts';
import { kindName } from './kind-names.ts';

/** Returns the page of a content. */
export function contentPage(content: SharedContent, options: PageOptions): Html {
  const { language, operator } = options;
  const { textOf } = language;
  const kind = textOf(kindName(content.list?.kind ?? content.kind));
  const title = clipped(content.title, 200) || kind;
  const authors = clipped(content.authors.join(', '), 120);
  const entries = content.list?.entries;
  const size =
    content.size === undefined || entries
      ? []
      : [textOf(message('sharePage.sizeOf', { size: content.size }))];
  const items = entries ? [textOf(message('sharePage.items', { count: entries.length }))] : [];
  const facts = [kind, ...items, ...size];
  const tags = headTags(content, {
    language,
    title,
    facts: authors === '' ? facts : [authors, ...facts],
    siteName: operator.name ?? 'Alcove',
  });
  const main = html`<main class="${content.kind}${content.file?.isPlayable ? ' playable' : ''}">
${stage(content, title, textOf)}
<div class="about">
<h1 dir="auto">${title}</h1>
${byLine(content, authors, textOf)}
<p class="facts">${facts.join(' · ')}</p>
${content.file ? fileActions(content, content.file, title, options) : saleActions(content.sale, options)}
${entries && entryList(entries, language)}
${content.description !== '' && html`<p class="description" dir="auto">${content.description}</p>`}
</div>
<aside>${qrCode(content.url, textOf(message('sharePage.qrCode')))}<p>${textOf(message('sharePage.qrHint'))}</p></aside>
</main>`;
  const documentTitle = authors === '' ? title : `${title} · ${authors}`;
  const backdrop = (content.cover ?? content.picture)?.path;
  return pageFrame({ language, operator, title: documentTitle, tags, backdrop, main });
}

type TextOf = PageLanguage['textOf'];

/** Returns the top of the page: the film or picture itself, else the cover. */
function stage({ id, kind, file, cover }: SharedContent, title: string, textOf: TextOf): Html {
  if (file?.isPlayable && kind === 'video') {
    return html`<video class="stage" controls playsinline preload="metadata" src="${file.path}"${cover && html` poster="${cover.path}"`} aria-label="${title}">${textOf(message('sharePage.cannotPlay'))}</video>`;
  }
  if (file?.isPlayable && kind === 'picture') {
    return html`<a class="stage" href="${file.path}"><img src="${file.path}" alt="${title}"></a>`;
  }
  return html`<div class="cover">${
    cover
      ? html`<img src="${cover.path}" width="${cover.width}" height="${cover.height}" alt="">`
      : placeholder(id, kind)
  }</div>`;
}

/** Returns the author whom the uploader names, and the wallet, which nobody can forge. */
function byLine({ wallet }: SharedContent, authors: string, textOf: TextOf): Html | false {
  if (authors === '' && wallet === null) return false;
  const short = wallet && `${wallet.slice(0, 4)}…${wallet.slice(-4)}`;
  return html`<p class="by">${authors !== '' && html`<bdi>${authors}</bdi>`}${authors !== '' && short ? ' · ' : ''}${
    short
      ? html`<span class="wallet" title="${wallet ?? ''}">${textOf(message('sharePage.wallet', { address: short }))}</span>`
      : ''
  }</p>`;
}
