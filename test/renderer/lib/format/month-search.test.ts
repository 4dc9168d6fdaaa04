import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { monthOfSearch } from '../../../../renderer/lib/format/month-search.ts';

afterEach(() => i18next.changeLanguage('en'));

it.each([
  ['May', '05'],
  ['may 2026', '2026-05'],
  ['2025 December', '2025-12'],
  ['sept', '09'],
  ['ma', undefined],
  ['Marlow', undefined],
  ['2026', undefined],
  ['a walk in May', undefined],
  ['', undefined],
])('finds the month in “%s”', (search, month) => {
  expect(monthOfSearch(search)).toBe(month);
});

it.each([
  ['Май', '05'],
  ['мая 2026', '2026-05'],
  ['марта', '03'],
  ['море', undefined],
])('finds the month in “%s”', async (search, month) => {
  await i18next.changeLanguage('ru');
  expect(monthOfSearch(search)).toBe(month);
});
