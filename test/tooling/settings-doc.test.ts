import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLiveSetting, settingNames } from '../../src/contract/setting-names.ts';
import { settings } from '../../src/contract/settings.ts';

const document = () => readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');

it('documents every setting, and no other', () => {
  const documented = [...document().matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map((match) => match[1]);
  const known = Object.entries(settings.parse({ node: { public_host: 'https://a.example' } }));
  const sections = Object.fromEntries(known.map(([section]) => [section, true]));
  expect(new Set(documented.map((name) => name?.split('.')[0]))).toEqual(new Set(Object.keys(sections)));
  for (const [section, values] of known) {
    for (const name of Object.keys(values)) expect(documented).toContain(`${section}.${name}`);
  }
});

it('lists those that take effect at once', () => {
  const rows = document().matchAll(/^\| `([a-z_.]+)` \|.*$/gm);
  const live = [...rows].filter(([row]) => row.includes('*at once*')).map(([, name]) => name);
  expect(live).toEqual(settingNames.filter(isLiveSetting));
});
