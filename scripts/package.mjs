// npm run package: builds the installers of this platform in release/. npm run package:dir: the unpacked app, without
// downloads.
import { build } from './lib/build.mjs';
import { main } from './lib/console.mjs';
import { packDirectory, packInstallers } from './lib/package/desktop-package.mjs';
import { setUp } from './lib/setup/set-up.mjs';

await main(async () => {
  const directory = process.argv.includes('dir');
  await setUp({ desktop: directory, tests: false });
  await build();
  await (directory ? packDirectory() : packInstallers());
});
