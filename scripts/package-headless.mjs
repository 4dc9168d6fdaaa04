// npm run package:headless: builds release/alcove-<version>.tgz, which npm installs on a server without Electron.
import { relative } from 'node:path';
import { main, printLine, timed } from './lib/console.mjs';
import { packHeadless } from './lib/package/headless-package.mjs';
import { release, root } from './lib/paths.mjs';
import { setUp } from './lib/setup/set-up.mjs';

await main(async () => {
  await setUp({ desktop: false, tests: false });
  const file = await timed('making the package without a desktop', () => packHeadless(release));
  printLine(`npm install --global ${relative(root, file)}`);
});
