import { expect, it } from 'vitest';
import { clipped, html } from '../../src/platform/http/pages/html.ts';
import { languageOf } from '../../src/platform/http/pages/page-language.ts';

it.each([
  ['</title><script>alert(1)</script>', '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  [`" onerror='alert(1)' x="`, '&quot; onerror=&#39;alert(1)&#39; x=&quot;'],
  ['&lt; &amp;', '&amp;lt; &amp;amp;'],
  ['a\u0000b\u0007c\u007fd\u0085e', 'abcde'],
  ['song\u202Egnp.exe\u2066\u200F', 'songgnp.exe'],
  ['half \uD83D', 'half '],
  ['first\r\nsecond', 'first\nsecond'],
])('a template inserts %j as text', (given, written) => {
  expect(html`<p title="${given}">${given}</p>`.text).toBe(`<p title="${written}">${written}</p>`);
});

it('inserts markup, numbers and lists of them, and nothing for missing values', () => {
  const items = ['<', html`<b>${1}</b>`, false as const, undefined];
  expect(html`<ul>${items}</ul>`.text).toBe('<ul>&lt;<b>1</b></ul>');
});

it('cuts a text between characters, and joins its lines', () => {
  expect(clipped(' one\n\u2028 two ', 20)).toBe('one two');
  expect(clipped('x'.repeat(20), 20)).toBe('x'.repeat(20));
  expect(clipped('x'.repeat(100_000), 20)).toBe(`${'x'.repeat(19)}…`);
  expect(clipped('👩‍👩‍👧‍👦'.repeat(5), 14)).toBe('👩‍👩‍👧‍👦…');
});

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ru', 'ru'],
  ['RU-ru, en;q=0.9', 'ru'],
  ['de-DE, ru;q=0.5, en;q=0.4', 'ru'],
  ['en-US,en;q=0.9,ru;q=0.8', 'en'],
  ['ru;q=0.1, en;q=0.9', 'en'],
  ['ru;q=0', 'en'],
  ['*', 'en'],
  ['ru;q=nonsense', 'en'],
  [`${'x,'.repeat(5000)}ru`, 'ru'],
])('answers Accept-Language %j in %s', (header, code) => {
  expect(languageOf(header).code).toBe(code);
});
