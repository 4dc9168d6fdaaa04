import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

it('finds a file of the repository for every link of a document', async () => {
  const broken: string[] = [];
  for await (const file of glob(['*.md', '{docs,client,examples}/**/*.md'], {
    exclude: (name) => name.includes('node_modules'),
  })) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      if (!existsSync(join(dirname(file), target))) broken.push(`${file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});
