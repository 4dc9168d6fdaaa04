import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Money } from '../../../renderer/ui/values/money.tsx';

const shown = (nano: bigint, decimals = 0, isExact = true) =>
  renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(Money, { nano, decimals, isExact })),
  ).replace(/<style.*?<\/style>/gs, '');

it('wraps long amounts only, before the decimal point', () => {
  expect(shown(2_067_000_000n)).toContain('<bdi>2.067\u00a0GRAM</bdi>');
  expect(shown(49_468_010_351n)).toContain('<bdi>49<wbr/>.468010351\u00a0GRAM</bdi>');
});

it('rounds amounts of lists down, and keeps all digits in the tooltip', () => {
  expect(shown(12_078_902_506n, 0, false)).toContain(
    '<bdi title="12.078902506\u00a0GRAM">12.07\u00a0GRAM</bdi>',
  );
  expect(shown(12_500_000_000n, 0, false)).toContain('<bdi>12.5\u00a0GRAM</bdi>');
});

it('leaves no space for missing decimals on a phone', () => {
  expect(shown(2_000_000_000n, 3)).toMatch(
    /<bdi>2<span [^>]*class="mantine-visible-from-xs"[^>]*>\.000<\/span>/,
  );
});
