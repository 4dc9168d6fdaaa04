// npm run setup: installs everything that `npm start` and `npm test` need, and starts nothing.
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  const began = performance.now();
  await setUp({ desktop: true, tests: true });
  say(`ready (${((performance.now() - began) / 1000).toFixed(1)} s)`);
});
