import i18next from 'i18next';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playLabel } from '../../../renderer/features/player/play-label.ts';
import { russian } from '../../../renderer/locales/ru/index.ts';

const of = (...types: string[]) => types.map((content_type) => ({ content_type, encrypted: null }));

beforeAll(async () => {
  i18next.addResourceBundle('ru', 'translation', russian);
  await i18next.changeLanguage('ru');
});
afterAll(() => i18next.changeLanguage('en'));

it('names what one does with sound, films, and both', () => {
  expect(playLabel(of('audio/mpeg', 'audio/flac'))).toBe('Слушать');
  expect(playLabel(of('video/mp4'))).toBe('Смотреть');
  expect(playLabel(of('audio/mpeg', 'video/mp4'))).toBe('Воспроизвести');
  const encrypted = { content_address: null, withdrawn: false, plain_size: 1, key: true };
  const song = { content_type: 'application/age', encrypted: { ...encrypted, plain_type: 'audio/mpeg' } };
  expect(playLabel([song])).toBe('Слушать');
});
