// npm start: sets up, builds and starts the desktop app; without a display, the same node without its shell.
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { main, printLine } from './lib/console.mjs';
import { become, electronSwitches, hasDisplay } from './lib/launch.mjs';
import { pinnedNode, root } from './lib/paths.mjs';
import { electronRuntime } from './lib/setup/electron-runtime.mjs';
import { setUp } from './lib/setup/set-up.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  const desktop = hasDisplay();
  await setUp({ desktop, tests: false });
  await build();
  if (desktop) {
    await become(electronRuntime().executable, [...electronSwitches(), root, ...args]);
  } else {
    printLine('no display (neither DISPLAY nor WAYLAND_DISPLAY): starting the node without a window.');
    printLine('Its dashboard opens in a browser at the address printed below. Ctrl-C ends it.');
    await become(pinnedNode, [join(root, 'dist/node/cli.js'), 'serve', ...args]);
  }
});
