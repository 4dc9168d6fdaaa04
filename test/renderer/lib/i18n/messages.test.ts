import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messageLanguage, messageOf, messageText } from '../../../../renderer/lib/i18n/node-messages.ts';
import { messages, russian } from '../../../../renderer/locales/ru/index.ts';
import { english } from '../../../../src/contract/messages/en/index.ts';
import { message } from '../../../../src/contract/messages/message.ts';
import { messageText as textForPrograms } from '../../../../src/core/messages/message-text.ts';
import { plain } from '../../plain-spaces.ts';

beforeEach(() => i18next.changeLanguage('ru').then(() => {}));
afterEach(() => i18next.changeLanguage('en').then(() => {}));

/** One message for each format. */
const samples = {
  size: '{{size, bytes}}',
  amount: '{{price, ton}}',
  number: '{{n, number}}',
  until: '{{at, time}}',
  age: '{{age, duration}}',
};
beforeAll(() => {
  i18next.addResourceBundle('ru', 'translation', russian);
  i18next.addResourceBundle('en', 'messages', english);
  i18next.addResourceBundle('ru', 'messages', { ...messages, samples });
});

describe('a message of the node', () => {
  it('is shown in the language of the dashboard', async () => {
    const shown = message('http.scopeMissing', { scope: 'storage:write' });
    expect(messageText(shown)).toBe('У токена нет права storage:write.');
    await i18next.changeLanguage('en');
    expect(messageText(shown)).toBe('The token lacks the scope storage:write.');
  });

  it.each([
    ['size', { size: 1_500_000_000 }, '1,5 ГБ'],
    ['amount', { price: '1234500000001' }, '1 234,500000001 GRAM'],
    ['number', { n: 1_234_567.5 }, '1 234 567,5'],
    ['until', { at: '2026-01-31T12:00:00.000' }, '31 янв. 2026, 12:00'],
    ['age', { age: 7_200_000 }, '2 ч'],
  ])('formats its values in Russian: %s', (name, params, text) => {
    expect(plain(messageText({ reason: `samples.${name}`, params }))).toContain(text);
  });

  it('may contain another one', () => {
    const problem = message('http.isNestedTooDeep', { max: 64 });
    expect(messageText(message('http.jsonInvalid', { path: 'body.a', problem }))).toBe(
      'JSON составлен неверно: body.a — глубина вложенности больше 64.',
    );
    const first = message('http.restarting');
    expect(messageText(message('general.both', { first, second: message('http.notFound') }))).toBe(
      'Узел перезапускается. Повторите попытку через несколько секунд. По этому адресу у узла ничего нет.',
    );
  });

  it.each([
    '$t(http.restarting)',
    '$t(common.save, { "count": 2 })',
    '{{y}}',
    '{{text}} {{first, message}} {{- scope}}',
    '<b>bold</b>&amp;',
    '$& $1 $$',
    'first\nsecond',
    '\u202egpj.exe',
    'constructor',
    '',
  ])('shows foreign text unchanged: %s', (text) => {
    const foreign = message('general.text', { text });
    const scope = message('http.scopeMissing', { scope: text });
    const both = message('general.both', { first: foreign, second: scope });
    for (const textOf of [messageText, textForPrograms]) {
      expect(textOf(foreign)).toBe(text);
      expect(textOf(both)).toBe(`${text} ${textOf(scope)}`);
    }
    expect(messageText(scope)).toBe(`У токена нет права ${text}.`);
  });

  it('is found by its id, and marked when it is in another language', () => {
    expect(messageOf({ reason: 'http.notFound', params: {} })).toEqual(message('http.notFound'));
    const foreign = message('general.text', { text: 'Only on Sundays.' });
    expect(messageLanguage(foreign)).toBe('en');
    expect(messageLanguage(message('http.notFound'))).toBeUndefined();
    for (const unknown of [
      foreign,
      { reason: 'of.anotherVersion', params: {} },
      { reason: 'constructor', params: {} },
      { reason: 'http.notFound', params: { of: ['another', 'version'] } },
      { reason: undefined, params: undefined },
      { reason: null, params: {} },
    ]) {
      expect(messageOf(unknown)).toBeUndefined();
    }
  });
});
