import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Money } from '../../../renderer/ui/values/money.tsx';

const shown = (nano: bigint, decimals = 0) =>
  renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(Money, { nano, decimals })),
  ).replace(/<style.*?<\/style>/gs, '');

it('wraps long amounts only, before the decimal point', () => {
  expect(shown(2_067_000_000n)).toContain('<bdi>2.067\u00a0GRAM</bdi>');
  expect(shown(49_468_010_351n)).toContain('<bdi>49<wbr/>.468010351\u00a0GRAM</bdi>');
});

it('leaves no space for missing decimals on a phone', () => {
  expect(shown(2_000_000_000n, 3)).toMatch(
    /<bdi>2<span [^>]*class="mantine-visible-from-xs"[^>]*>\.000<\/span>/,
  );
});
