import { AlcoveError } from '@alcove/client';
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { callErrorFrom, noResponse } from '../../../../renderer/lib/api/call-error.ts';
import { russian } from '../../../../renderer/locales/ru/index.ts';

i18next.addResourceBundle('ru', 'translation', russian);
afterEach(() => i18next.changeLanguage('en'));

it('translates the title of a problem, and marks its detail as in another language', async () => {
  const detail = 'It has 3 bytes too many.';
  const refused = callErrorFrom(
    new AlcoveError({ failure: 'refused', title: 'Token not found', detail, code: 'token_not_found' }),
  );
  const unreached = noResponse();
  await i18next.changeLanguage('ru');
  expect(refused).toMatchObject({ title: 'Такого токена нет', detail, detailLanguage: 'en' });
  expect(unreached).toMatchObject({ title: 'Узел не отвечает', detailLanguage: undefined });
});
