import { afterEach, describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/core/start-error.ts';
import { messageText, problemText } from '../../../electron/i18n/node-messages.ts';
import { setLanguage, t } from '../../../electron/i18n/translate.ts';
import { message } from '../../../src/contract/messages/message.ts';
import { NodeError } from '../../../src/core/node-error.ts';
import { toProblem } from '../../../src/platform/http/endpoint/problem.ts';

describe('the texts of the shell', () => {
  afterEach(() => setLanguage('en', 'en-GB'));

  it('are English at first', () => {
    expect(t('tray.open')).toBe('Open Alcove');
    expect(t('notify.sale', { title: 'Sea & <sky>' })).toBe('“Sea & <sky>” was bought.');
  });

  it.each([
    ['ru', 'en-US', 'Открыть Alcove'],
    ['en', 'ru-RU', 'Open Alcove'],
    ['auto', 'ru-RU', 'Открыть Alcove'],
    ['auto', 'de-DE', 'Open Alcove'],
    ['auto', '', 'Open Alcove'],
    ['auto', 'ru-UA', 'Открыть Alcove'],
    ['auto', 'C', 'Open Alcove'],
  ] as const)('chosen %s where the system speaks %s: %s', (choice, system, words) => {
    setLanguage(choice, system);
    expect(t('tray.open')).toBe(words);
  });

  it.each([
    [1, 'Работает, доступен 1 узел'],
    [2, 'Работает, доступно 2 узла'],
    [5, 'Работает, доступно 5 узлов'],
    [21, 'Работает, доступен 21 узел'],
  ])('have the plural form for %d', (count, words) => {
    setLanguage('ru', '');
    expect(t('tray.running', { count })).toBe(words);
  });

  it('count files that were not added, unless it is one', () => {
    const said = (count: number) => t('files.gone', { count, name: 'a.txt' });
    expect(said(21)).toBe('21 files missing or unreadable, such as a.txt.');
    setLanguage('ru', '');
    expect([2, 5, 21, 101].map((count) => said(count).replace('a.txt', ''))).toEqual([
      '2 файла пропали или не читаются, например .',
      '5 файлов пропали или не читаются, например .',
      '21 файл пропал или не читается, например .',
      '101 файл пропал или не читается, например .',
    ]);
    expect(t('files.gone.one', { name: 'a.txt' })).toBe('Файл пропал или не читается: a.txt.');
  });

  it('include messages of the node, such as the reason of a failed start', () => {
    const damaged = message('startup.databaseDamaged', { path: '/data/alcove.db' });
    expect(messageText(damaged)).toContain('The database /data/alcove.db is damaged.');
    setLanguage('ru', '');
    expect(messageText(damaged)).toContain('База данных /data/alcove.db повреждена.');
    const locked = message('startup.secretLocked', { store: message('startup.keyStoreMacos'), path: '/k' });
    expect(messageText(locked)).toMatch(/^Ключ этого узла зашифрован \(связка ключей macOS\), /);
    const size = message('http.bodyTooLarge', { max: 2048 });
    expect(messageText(size)).toMatch(/2048\sбайт/);
    const price = message('orders.licencePriceRaised', { price: '1500000000' });
    expect(messageText(price)).toContain('1,5 GRAM');
    expect(messageText(message('general.text', { text: 'something else' }))).toBe('something else');
  });

  it('include problems of the node, in English without a translation', () => {
    const { document } = toProblem(new NodeError('unauthorized', 'http.tokenUnknown'), 'r1');
    setLanguage('ru', '');
    expect(problemText(document)).toBe('Этот узел не знает токена, или его срок истёк, или он отозван.');
    const { detail } = document;
    expect(problemText({ ...document, reason: 'of.another.version' })).toBe(detail);
    expect(problemText({ ...document, params: { of: ['another', 'version'] } })).toBe(detail);
    expect(problemText({ ...document, reason: undefined, params: undefined })).toBe(detail);
  });

  it('translate an error of the start in any language set when it was thrown', () => {
    const error = new StartError(message('startup.folderNotWritable'));
    expect(error.message).toMatch(/^The data folder can’t be created/);
    setLanguage('ru', '');
    expect(messageText(error.text)).toMatch(/^Папку данных не удаётся создать/);
  });
});
