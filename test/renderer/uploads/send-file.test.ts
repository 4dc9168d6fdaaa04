import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { createSendFile } from '../../../renderer/features/uploads/send-file.ts';
import { toCallError } from '../../../renderer/lib/api/call-error.ts';
import { russian } from '../../../renderer/locales/ru/index.ts';
import { plain } from '../plain-spaces.ts';

i18next.addResourceBundle('ru', 'translation', russian);
afterEach(() => i18next.changeLanguage('en'));

/** Returns what is said about a file of `size` bytes that a node with a limit refuses. */
async function refusal(size: number, max: number): Promise<string> {
  const send = createSendFile({
    token: () => Promise.resolve('token'),
    maxBytes: () => max,
    onUnauthorized: () => {},
    onLost: () => {},
  });
  const file = Object.defineProperty(new File([], 'a.bin'), 'size', { value: size });
  const sent = send(file, () => {}, new AbortController().signal);
  return plain(
    await sent.then(
      () => 'stored',
      (error: unknown) => toCallError(error).detail,
    ),
  );
}

it.each([
  ['en', 12e9, 10e9, 'The file has 12 GB. This node accepts up to 10 GB.'],
  [
    'en',
    10_737_418_241,
    10_737_418_240,
    'The file has 10,737,418,241 bytes. This node accepts up to 10,737,418,240 bytes.',
  ],
  [
    'ru',
    10_737_418_241,
    10_737_418_240,
    'Размер файла — 10 737 418 241 байт. Этот узел принимает файлы до 10 737 418 240 байт.',
  ],
])('says in %s that a file of %d bytes exceeds %d', async (language, size, max, text) => {
  await i18next.changeLanguage(language);
  expect(await refusal(size, max)).toBe(text);
});
