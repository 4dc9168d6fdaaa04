import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The dashboard: static files that the node serves under `script-src 'self'`, so nothing is inlined. */
export default defineConfig({
  root: 'renderer',
  plugins: [react(), showAtOnce(), refuseCircles(), tellParts()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // test/desktop/dashboard/first-load.spec.ts holds the budget.
    chunkSizeWarningLimit: 2000,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // A page loads only those parts of another feature that it uses.
      treeshake: {
        moduleSideEffects: [{ test: /\/renderer\/features\/[^/]+\/index\.ts$/, sideEffects: false }],
      },
      output: {
        // What is common to pages would be named after all of them.
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${short(names[0])}-[hash][extname]`,
        // The first load, one file for each page, and one for what the same pages have in common. Merging the small
        // ones would let files import each other in circles, in which constants are used before they are made.
        codeSplitting: {
          groups: [
            { name: 'first-load', tags: ['$initial'] },
            { name: 'common', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
});

function short(name = 'part'): string {
  return name.split(/[~.]/, 1)[0] ?? name;
}

/** Puts what the window shows while the node starts into the dashboard, too, until there is more to see. */
function showAtOnce(): Plugin {
  return {
    name: 'show-at-once',
    transformIndexHtml: (page) => {
      const starting = readFileSync('renderer/public/starting.html', 'utf8').replace('"favicon', '"/favicon');
      const [style = ''] = /<style>.*<\/style>/s.exec(starting) ?? [];
      const [, shape = ''] = /<body>(.*)<\/body>/s.exec(starting) ?? [];
      return page
        .replace('</head>', () => `${style}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${shape}</div>`);
    },
  };
}

/** Fails the build when files import each other in a circle: constants of one would be used before they are made. */
function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    writeBundle(_, bundle) {
      const checked = new Set<string>();
      const check = (file: string, path: readonly string[]) => {
        if (path.includes(file)) throw new Error(`These files import each other: ${path.join(', ')}`);
        const chunk = bundle[file];
        if (checked.has(file) || chunk?.type !== 'chunk') return;
        for (const imported of chunk.imports) check(imported, [...path, file]);
        checked.add(file);
      };
      for (const file of Object.keys(bundle)) check(file, []);
    },
  };
}

/** Writes `.built-parts.json` beside the folder of the dashboard: how many characters of each package or folder each file has, before they are made small. */
function tellParts(): Plugin {
  return {
    name: 'tell-parts',
    writeBundle({ dir = '' }, bundle) {
      const parts: Record<string, Record<string, number>> = {};
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const lengths: Record<string, number> = {};
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const name = partOf(id);
          lengths[name] = (lengths[name] ?? 0) + renderedLength;
        }
        parts[file.fileName] = lengths;
      }
      writeFileSync(join(dir, '../.built-parts.json'), JSON.stringify(parts));
    },
  };
}

/** A package by its name, what is ours by its folder. */
function partOf(id: string): string {
  return (
    /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ??
    /((?:renderer|src|client)\/.*)\/[^/]+$/.exec(id)?.[1] ??
    'other'
  );
}
