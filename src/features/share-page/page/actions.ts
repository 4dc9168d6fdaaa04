import { message } from '../../../core/messages/message.ts';
import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { SharedContent } from '../shared-contents.ts';
import { icon } from './art.ts';
import type { PageOptions } from './frame.ts';

/** Returns the player of a sound and the buttons for a free file. */
export function fileActions(
  { id, kind }: SharedContent,
  file: NonNullable<SharedContent['file']>,
  title: string,
  options: PageOptions,
): Html {
  const { textOf } = options.language;
  const player =
    kind === 'audio' &&
    html`<audio controls preload="metadata" src="${file.path}" aria-label="${textOf(message('sharePage.play', { title }))}">${textOf(message('sharePage.cannotPlay'))}</audio>`;
  const download =
    file.isDownloadable &&
    kind !== 'collection' &&
    html`<a class="button main" href="${file.path}?download=1">${icon('download')}${textOf(message('sharePage.download'))}</a>`;
  return html`${player}
<div class="actions">
${download}
<a class="button" href="alcove://content/${id}">${textOf(message('sharePage.openInApp'))}</a>
${getApp(options)}
</div>`;
}

/** Returns the price of a file that is sold, and how to buy it. */
export function saleActions(sale: SharedContent['sale'], options: PageOptions): Html {
  const { textOf } = options.language;
  if (sale.state !== 'offered') {
    const state = sale.state === 'withdrawn' ? 'sharePage.withdrawn' : 'sharePage.notRegistered';
    return html`<p class="price">${icon('lock')}${textOf(message(state))}</p>`;
  }
  const price = textOf(message('sharePage.priceOf', { price: sale.price }));
  return html`<p class="price">${icon('lock')}<span class="hidden">${textOf(message('sharePage.price'))}: </span><strong>${price}</strong></p>
${options.isTestNetwork && html`<p class="note">${textOf(message('sharePage.testMoney'))}</p>`}
<div class="actions">
<a class="button main" href="alcove://market/${sale.address}">${textOf(message('sharePage.buyInApp'))}</a>
${getApp(options)}
</div>
<p class="note">${textOf(message('sharePage.buyHint'))}</p>`;
}

const getApp = ({ appUrl, language }: PageOptions): Html | false =>
  appUrl !== undefined &&
  html`<a class="button" href="${appUrl}" rel="noopener">${language.textOf(message('sharePage.getApp'))}</a>`;
