// npm run dev [-- --headless] [arguments of the app]: runs the dashboard with hot reload, and a node that restarts when
// its sources change.
import { join } from 'node:path';
import { main, printLine } from './lib/console.mjs';
import { become, hasDisplay } from './lib/launch.mjs';
import { pinnedNode, root } from './lib/paths.mjs';
import { setUp } from './lib/setup/set-up.mjs';

await main(async () => {
  const args = process.argv.slice(2).filter((argument) => argument !== '--headless');
  const isHeadless = process.argv.includes('--headless');
  const desktop = !isHeadless && hasDisplay();
  if (!desktop && !isHeadless) printLine('no display (neither DISPLAY nor WAYLAND_DISPLAY): headless.');
  await setUp({ desktop, tests: false });
  // Vite needs the pinned Node, which the set-up may just have installed.
  await become(pinnedNode, [
    join(root, 'scripts/lib/dev/run.mjs'),
    desktop ? 'desktop' : 'headless',
    ...args,
  ]);
});
