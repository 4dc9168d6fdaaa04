import { afterEach, describe, expect, it } from 'vitest';
import { translateNodeMessage } from '../../../electron/i18n/node-messages.ts';
import { setLanguage, t } from '../../../electron/i18n/translate.ts';

describe('the words of the shell', () => {
  afterEach(() => setLanguage('en', 'en-GB'));

  it('are English at first', () => {
    expect(t('tray.open')).toBe('Open Alcove');
    expect(t('notify.sale', { title: 'Sea & <sky>' })).toBe('Somebody bought “Sea & <sky>”.');
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
  ])('count %d as their grammar does', (count, words) => {
    setLanguage('ru', '');
    expect(t('tray.running', { count })).toBe(words);
  });

  it('say how many files were not added, unless it is one', () => {
    const said = (count: number) => t('files.gone', { count, name: 'a.txt' });
    expect(said(21)).toBe('21 files are gone or cannot be read, among them a.txt.');
    setLanguage('ru', '');
    expect([2, 5, 21, 101].map((count) => said(count).replace('a.txt', ''))).toEqual([
      '2 файла исчезли или не читаются, среди них .',
      '5 файлов исчезли или не читаются, среди них .',
      '21 файл исчез или не читается, среди них .',
      '101 файл исчез или не читается, среди них .',
    ]);
    expect(t('files.gone.one', { name: 'a.txt' })).toBe('Файла больше нет или его нельзя прочитать: a.txt.');
  });

  it('are also for what the node says, such as why it cannot start', () => {
    const damaged = 'The file /data/storage-folder.json is damaged. Put it back from a backup.';
    expect(translateNodeMessage(damaged)).toBe(damaged);
    setLanguage('ru', '');
    expect(translateNodeMessage(damaged)).toBe(
      'Файл /data/storage-folder.json повреждён. Верните его из резервной копии.',
    );
    expect(translateNodeMessage('something else')).toBe('something else');
  });
});
