import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import { message, toMessage } from '../../../core/messages/message.ts';
import { formatTonAddress, requireTonAddress } from '../../../core/ton/ton-address.ts';
import { Html, html } from '../../../platform/http/pages/html.ts';
import type { PageLanguage } from '../../../platform/http/pages/page-language.ts';
import type { PracticeWallet, WalletOutcome } from '../wallet/practice-wallet.ts';
import { type MessagePurpose, purposeOf } from '../wallet/wallet-request.ts';
import { stylesheet } from './stylesheet.ts';

export type WalletView = Awaited<ReturnType<PracticeWallet['view']>>;
type TextOf = PageLanguage['textOf'];

/** Loads the page again when what it shows has changed; the policy allows only this script, by its hash. */
export const script = `
const shown = document.documentElement.dataset.version;
setInterval(async () => {
  const answer = await fetch('state').catch(() => undefined);
  if (answer?.ok && (await answer.text()) !== shown) location.reload();
}, 1000);
`;

const outcomes: Record<WalletOutcome, ConstantMessageId> = {
  connected: 'practiceWallet.connected',
  sent: 'practiceWallet.sent',
  rejected: 'practiceWallet.rejected',
  too_little: 'practiceWallet.tooLittle',
  failed: 'practiceWallet.failed',
};

const purposes: Record<MessagePurpose, ConstantMessageId> = {
  sell: 'practiceWallet.sell',
  buy: 'practiceWallet.buy',
  buyOffer: 'practiceWallet.buyOffer',
  offer: 'practiceWallet.offer',
  give: 'practiceWallet.give',
  terms: 'practiceWallet.terms',
  send: 'practiceWallet.send',
  call: 'practiceWallet.call',
};

const states = { sending: 'practiceWallet.sending', waiting: 'practiceWallet.waiting' } as const;

/** Returns the page of the practice wallet app. */
export function walletPage(view: WalletView, version: string, { code, textOf }: PageLanguage): Html {
  const { address, balance, link, requests, outcome } = view;
  const count = requests.filter(({ state }) => state !== 'sending').length + (link ? 1 : 0);
  const title =
    count > 0 ? message('practiceWallet.titleWaiting', { count }) : toMessage('practiceWallet.title');
  const amount = balance === undefined ? toMessage('practiceWallet.unknown') : amountOf(balance);
  const isEmpty = !link && requests.length === 0;
  return html`<!doctype html>
<html lang="${code}" data-version="${version}">
<head>
<meta charset="utf-8">
<title>${textOf(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${new Html(stylesheet)}</style>
</head>
<body>
<main>
<h1>${textOf(toMessage('practiceWallet.title'))}</h1>
<p class="note">${textOf(toMessage('practiceWallet.intro'))}</p>
<dl><dt>${textOf(toMessage('practiceWallet.balance'))}</dt><dd class="balance">${textOf(amount)}</dd>
<dt>${textOf(toMessage('practiceWallet.address'))}</dt><dd>${friendly(address)}</dd></dl>
<div role="status">${outcome && html`<p class="outcome">${textOf(toMessage(outcomes[outcome]))}</p>`}</div>
${link && connectCard(link, textOf)}
${requests.map((request) => requestCard(request, code, textOf))}
${isEmpty && html`<section class="card"><h2>${textOf(toMessage('practiceWallet.nothing'))}</h2><p class="note">${textOf(toMessage('practiceWallet.nothingHint'))}</p></section>`}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`;
}

const amountOf = (nano: bigint) => message('practiceWallet.amount', { amount: nano.toString() });

const friendly = (address: string): string =>
  formatTonAddress(requireTonAddress(address, 'address'), { bounceable: false, testOnly: true });

const connectCard = ({ id, host }: NonNullable<WalletView['link']>, textOf: TextOf): Html =>
  html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${textOf(message('practiceWallet.connectTitle', { host }))}</h2>
<p>${textOf(toMessage('practiceWallet.connectText'))}</p>
${buttons(id, textOf(toMessage('practiceWallet.connect')), textOf)}
</section>`;

function requestCard(request: WalletView['requests'][number], code: string, textOf: TextOf): Html {
  const { id, host, messages, valid_until: until, state } = request;
  const time = new Intl.DateTimeFormat(code, { timeStyle: 'medium' }).format(until * 1000);
  const titles = new Set(messages.map((each) => textOf(toMessage(purposes[purposeOf(each)]))));
  return html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${[...titles].join(', ')}</h2>
<p>${textOf(message('practiceWallet.asked', { host }))}</p>
${messages.map(
  ({
    address,
    amount,
  }) => html`<dl><dt>${textOf(toMessage('practiceWallet.recipient'))}</dt><dd>${friendly(address)}</dd></dl>
<p class="amount">${textOf(amountOf(BigInt(amount)))}</p>`,
)}
<p class="note">${textOf(toMessage('practiceWallet.includesFees'))} ${textOf(message('practiceWallet.expires', { time }))}</p>
${state !== 'open' && html`<p role="status">${textOf(toMessage(states[state]))}</p>`}
${state !== 'sending' && buttons(id, textOf(toMessage('practiceWallet.confirm')), textOf, state === 'open')}
</section>`;
}

const buttons = (id: string, confirm: string, textOf: TextOf, canConfirm = true): Html =>
  html`<form method="post" action="answer"><input type="hidden" name="id" value="${id}">
<button name="answer" value="reject">${textOf(toMessage('practiceWallet.reject'))}</button>
<button class="main" name="answer" value="confirm"${!canConfirm && html` disabled`}>${confirm}</button></form>`;
