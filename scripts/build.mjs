// npm run build: sets up and builds `dist` from the sources.
import { build } from './lib/build.mjs';
import { main } from './lib/console.mjs';
import { setUp } from './lib/setup/set-up.mjs';

await main(async () => {
  await setUp({ desktop: false, tests: false });
  await build();
});
