import { message } from '../../../core/messages/message.ts';
import { clipped, type Html, html } from '../../../platform/http/pages/html.ts';
import type { PageLanguage } from '../../../platform/http/pages/page-language.ts';
import { kindOf, type SharedEntry } from '../shared-contents.ts';
import { kindName } from './kind-names.ts';

/** Returns the entries of a collection; those that this node has are links to their pages. */
export function entryList(entries: readonly SharedEntry[], { textOf }: PageLanguage): Html {
  if (entries.length === 0) return html`<p class="note">${textOf(message('sharePage.emptyCollection'))}</p>`;
  return html`<ol class="entries">
${entries.map((entry) => html`<li>${entryLine(entry, textOf)}</li>`)}
</ol>`;
}

function entryLine(entry: SharedEntry, textOf: PageLanguage['textOf']): Html {
  const { path, isMissing, size, durationMs, contentType } = entry;
  const kind = textOf(kindName(kindOf(contentType)));
  const title = html`<bdi>${clipped(entry.title, 200) || kind}</bdi>`;
  const facts = [
    durationMs === null ? kind : lengthOf(durationMs),
    ...(size === undefined ? [] : [textOf(message('sharePage.sizeOf', { size }))]),
    ...(isMissing ? [textOf(message('sharePage.notHere'))] : []),
  ];
  const name =
    path === null
      ? html`<span class="${isMissing && 'gone'}">${title}</span>`
      : html`<a href="${path}">${title}</a>`;
  return html`${name} <span class="facts">${facts.join(' · ')}</span>`;
}

/** Returns a length as `3:12` or `1:02:03`. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [`${hours}`, `${minutes}`.padStart(2, '0')] : [`${minutes}`];
  return [...parts, `${seconds % 60}`.padStart(2, '0')].join(':');
}
