import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Trans } from 'react-i18next';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatBytes, formatCount } from '../../../../renderer/lib/format/format.ts';
import { amountText } from '../../../../renderer/lib/format/ton.ts';
import { t } from '../../../../renderer/lib/i18n/language.ts';
import { messageText } from '../../../../renderer/lib/i18n/node-messages.ts';
import { messages, russian } from '../../../../renderer/locales/ru/index.ts';
import { messageNamespace } from '../../../../src/contract/messages/translate.ts';
import { message } from '../../../../src/core/messages/message.ts';
import { plain } from '../../plain-spaces.ts';

beforeAll(async () => {
  i18next.addResourceBundle('ru', 'translation', russian);
  i18next.addResourceBundle('ru', messageNamespace, messages);
  await i18next.changeLanguage('ru');
});
afterAll(() => i18next.changeLanguage('en'));

it.each([
  'a<b>.txt',
  '</bdi><time/>x',
  '<3 & &amp; &#123;',
  '{{name}} {{time}} {{ns}} {{- x}}',
  '$t(common.save) $& $1',
  'first\nsecond',
  '\u202egpj.exe',
  'я'.repeat(10_000),
])('shows a name unchanged: %.20s', (name) => {
  expect(t('content.trash.purge.text', { name })).toContain(`«${name}»`);
  const shown = renderToStaticMarkup(
    createElement(Trans, {
      i18nKey: 'storage.damages.missing',
      values: { name },
      components: { bdi: createElement('bdi'), time: createElement('time', null, 'сейчас') },
    } as object),
  );
  const asMarkup = renderToStaticMarkup(createElement('bdi', null, name));
  expect(shown).toBe(`${asMarkup}: пропал, обнаружено <time>сейчас</time>`);
});

it.each([
  [0, '0 файлов'],
  [1, '1 файл'],
  [2, '2 файла'],
  [5, '5 файлов'],
  [11, '11 файлов'],
  [21, '21 файл'],
  [22, '22 файла'],
  [101, '101 файл'],
  [111, '111 файлов'],
  [10 ** 15, '1 000 000 000 000 000 файлов'],
])('uses the Russian plural of %d', (count, words) => {
  expect(plain(t('common.files', { count }))).toBe(words);
});

it('keeps a number and its unit on one line', () => {
  const written = [formatBytes(1500), formatBytes(3), amountText('1234500000001'), formatCount(12_345)];
  expect(written.map((text) => text.replace(/\u00a0/g, '·'))).toEqual([
    ...['1,5·кБ', '3·байта', '1·234,500000001·GRAM', '12·345'],
  ]);
  expect(
    messageText(message('orders.balanceInsufficient', { balance: '1234567000000001', needed: '2000000000' })),
  ).toContain('1\u00a0234\u00a0567,000000001\u00a0GRAM, а нужно 2\u00a0GRAM');
});
