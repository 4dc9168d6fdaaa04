// npm run setup: installs everything that `npm start` and `npm test` need, and starts nothing.
import { main, printLine } from './lib/console.mjs';
import { setUp } from './lib/setup/set-up.mjs';

await main(async () => {
  const began = performance.now();
  await setUp({ desktop: true, tests: true });
  printLine(`ready (${((performance.now() - began) / 1000).toFixed(1)} s)`);
});
