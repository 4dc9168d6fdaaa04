import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import * as pageTexts from '../../../renderer/locales/en/page-texts.ts';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
const kB = 1000;

/** Compressed, slightly above the sizes at the time. */
const budget = { firstLoad: 345 * kB, page: 14 * kB, language: 82 * kB, font: 90 * kB };

test('keeps the first load of the dashboard within its budget', () => {
  const files = firstLoad();
  const size = files.reduce((sum, file) => sum + compressed(file), 0);
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
  expect(size, `the first load has ${size} bytes. ${largest(files)}`).toBeLessThanOrEqual(budget.firstLoad);
});

test('keeps later files within their budget', () => {
  const first = firstLoad();
  const later = assets().filter((file) => !first.includes(file));
  expect(later.length).toBeGreaterThan(10);
  for (const file of later) {
    const size = compressed(file);
    expect(size, `${file} has ${size} bytes. ${largest([file])}`).toBeLessThanOrEqual(boundOf(file));
  }
});

test('uses no texts of later pages in the first load', () => {
  const later = new Set(textsOf(pageTexts));
  expect(later.size).toBeGreaterThan(1000);
  const used = firstLoad()
    .filter(isScript)
    .flatMap((file) => [...code(file).matchAll(/[`"'](\w+)\.([\w.]*)(\$\{|[`"'])/g)])
    .filter(([, area = '', key, end]) =>
      end === '${' ? Object.hasOwn(pageTexts, area) : later.has(`${area}.${key}`),
    );
  expect(used.map(([text]) => text)).toEqual([]);
});

test('has styles for every used component', () => {
  const named = (text: string) => new Set(text.match(/\bm_[\da-f]{5,8}\b/g));
  const used = named(assets().filter(isScript).map(code).join('\n'));
  const styled = named(assets().filter(isStyle).map(code).join('\n'));
  const everyStyle = named(
    readFileSync(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')), 'utf8'),
  );
  expect(used.size).toBeGreaterThan(100);
  expect([...used].filter((name) => everyStyle.has(name) && !styled.has(name))).toEqual([]);
});

/** The files of `index.html`, and their static imports. */
function firstLoad(): string[] {
  const page = readFileSync(join(dist, 'renderer/index.html'), 'utf8');
  const files = new Set(
    [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? ''),
  );
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    for (const [, imported] of code(file).matchAll(/\b(?:from|import)\s*["']\.\/([^"']+)["']/g)) {
      files.add(`assets/${imported}`);
    }
  }
  return [...files];
}

type Texts = { [key: string]: string | Texts };

/** The keys of texts, without plural forms. */
function textsOf(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${path}${key}`.replace(/_(one|other)$/, '')]
      : textsOf(value, `${path}${key}.`),
  );
}

const assets = () => readdirSync(join(dist, 'renderer/assets')).map((file) => `assets/${file}`);
const code = (file: string) => readFileSync(join(dist, 'renderer', file), 'utf8');
function boundOf(file: string): number {
  if (isFont(file)) return budget.font;
  return /^assets\/(en|ru|page-texts)-/.test(file) ? budget.language : budget.page;
}

const isFont = (file: string) => file.endsWith('.woff2');
const isScript = (file: string) => file.endsWith('.js');
const isStyle = (file: string) => file.endsWith('.css');
const compressed = (file: string) => gzipSync(readFileSync(join(dist, 'renderer', file))).length;

/** The largest packages and folders in some files, according to the build. */
function largest(files: readonly string[]): string {
  const sizes: Record<string, Record<string, number>> = JSON.parse(
    readFileSync(join(dist, '.built-parts.json'), 'utf8'),
  );
  const parts = files.flatMap((file) => Object.entries(sizes[file] ?? {})).toSorted(([, a], [, b]) => b - a);
  const all = parts.reduce((sum, [, length]) => sum + length, 0);
  const shares = parts.slice(0, 10).map(([name, length]) => `${name} ${Math.round((100 * length) / all)} %`);
  return `Most of its code: ${shares.join(', ')}.`;
}
