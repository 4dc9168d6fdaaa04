import { encode } from 'uqr';
import { Html, html } from '../../../platform/http/pages/html.ts';
import type { SharedKind } from '../shared-contents.ts';

/** Outlines of 24 × 24, by Tabler. */
const outlines = {
  audio: 'M3 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M13 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M9 17v-13h10v13M9 8h10',
  video:
    'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2zM8 4v16M16 4v16M4 8h4M4 16h4M4 12h16M16 8h4M16 16h4',
  picture:
    'M15 8h.01M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3zM3 16l5 -5c.9 -.9 2.1 -.9 3 0l5 5M14 14l1 -1c.9 -.9 2.1 -.9 3 0l3 3',
  book: 'M3 19a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6v13M12 6v13M21 6v13',
  document:
    'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2zM9 9h1M9 13h6M9 17h6',
  collection: 'M3 7a2 2 0 0 1 2 -2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2z',
  lock: 'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2zM8 11v-4a4 4 0 1 1 8 0v4',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2M7 11l5 5l5 -5M12 4v12',
  lost: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 10h.01M15 10h.01M9.5 15.25a3.5 3.5 0 0 1 5 0',
} as const;

const outlineOf: Record<SharedKind, keyof typeof outlines> = {
  audio: 'audio',
  video: 'video',
  picture: 'picture',
  pdf: 'document',
  book: 'book',
  plainText: 'document',
  collection: 'collection',
  file: 'document',
};

export const icon = (name: keyof typeof outlines): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${outlines[name]}"/></svg>`;

/** Draws a picture in place of a missing cover: a gradient of the id’s own colours, with the icon of its kind. */
export function placeholder(id: string, kind: SharedKind): Html {
  const hue = Number.parseInt(id.slice(-6), 36) % 360;
  // The colours are attributes, because the policy of the page allows no inline styles.
  return html`<svg class="art" viewBox="0 0 96 96" aria-hidden="true"><defs><linearGradient id="tint" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 46%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360} 50% 28%)"/></linearGradient></defs><rect width="96" height="96" fill="url(#tint)"/><path transform="translate(30 30) scale(1.5)" fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round" d="${outlines[outlineOf[kind]]}"/></svg>`;
}

/** Draws a QR code, always dark on light with a quiet zone, which cameras need. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${new Html(path.join(''))}"/></svg>`;
}
