import { message } from '../../../core/messages/message.ts';
import { clipped, type Html, html } from '../../../platform/http/pages/html.ts';
import type { PageLanguage } from '../../../platform/http/pages/page-language.ts';
import type { SharedContent, SharedPicture } from '../shared-contents.ts';

const ogTypes: Partial<Record<SharedContent['kind'], string>> = {
  audio: 'music.song',
  video: 'video.other',
  book: 'book',
};

/** Returns the tags by which messengers and search engines show the link (Open Graph, X). */
export function headTags(content: SharedContent, { language, title, facts, siteName }: HeadTexts): Html {
  const { url, kind, contentType, file, sale, picture } = content;
  const price =
    file === undefined && sale.state === 'offered'
      ? [language.textOf(message('sharePage.priceOf', { price: sale.price }))]
      : [];
  const description = clipped(content.description, 300) || [...price, ...facts].join(' · ');
  const image = picture ?? content.cover;
  const isWide = image !== undefined && kind !== 'audio' && image.width >= image.height;
  const media = file?.isPlayable && file.isDownloadable && (kind === 'audio' || kind === 'video') && kind;
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="${ogTypes[kind] ?? 'website'}">
<meta property="og:url" content="${url}">
${image && imageTags(image, title)}
${
  media &&
  html`<meta property="og:${media}" content="${file?.url}">
<meta property="og:${media}:type" content="${contentType}">`
}
<meta property="og:site_name" content="${siteName}">
<meta property="og:locale" content="${language.locale}">
<meta name="twitter:card" content="${isWide ? 'summary_large_image' : 'summary'}">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${description}">
${image && html`<meta name="twitter:image" content="${image.url}">`}`;
}

export interface HeadTexts {
  language: PageLanguage;
  title: string;
  /** Author, kind and size. */
  facts: readonly string[];
  siteName: string;
}

const imageTags = ({ url, type, width, height }: SharedPicture, title: string): Html =>
  html`<meta property="og:image" content="${url}">
<meta property="og:image:type" content="${type}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${title}">`;
