// Who may import whom: lower ranks only, siblings never each other; type-only imports count.
const ranks = [
  ['contract'],
  ['core'],
  ['db', 'blobs', 'handshake'],
  ['chain', 'sign-in', 'peers', 'content'],
  ['http'],
];
/** What `http` gets through the services alone. */
const hiddenFromHttp = ['db', 'blobs'];
const product = '^(src|electron|renderer|client)/';
/** The composition root and the programs around it. */
const top = '^src/([^/]+[.]tsx?$|backup/|cli/|recovery/|self-test/)';

const oneOf = (folders) => `(${folders.join('|')})`;
/** Installed, its types, and as it is written where it is not installed. */
const npmPackage = (name) => [`node_modules/${name}/`, `node_modules/@types/${name}`, `^${name}(/|$)`];

const ranked = ranks.map((folders, rank) => {
  const below = ranks.slice(0, rank).flat();
  const allowed = folders.includes('http') ? below.filter((name) => !hiddenFromHttp.includes(name)) : below;
  return {
    name: `rank ${rank}: ${folders.join(', ')}`,
    comment: `may import from src only: ${allowed.join(', ') || 'nothing'}; never a sibling`,
    severity: 'error',
    from: { path: `^src/${oneOf(folders)}/` },
    to: { path: '^src/', pathNot: `^src/${oneOf([...allowed, '$1'])}/` },
  };
});

const forbidden = [
  ...ranked,
  {
    name: 'every folder has a rank',
    comment: 'give it one in .dependency-cruiser.cjs and in docs',
    severity: 'error',
    from: { path: '^src/', pathNot: [`^src/${oneOf(ranks.flat())}/`, top] },
    to: {},
  },
  {
    name: 'the composition root knows no program',
    comment: 'cli.ts and the practice node start node.ts, not the other way round',
    severity: 'error',
    from: { path: '^src/node[.]ts$' },
    to: { path: '^src/(cli[.]ts$|cli/|practice-node[.]ts$)' },
  },
  {
    name: 'src knows no shell, no dashboard and no client',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: ['^(electron|renderer|client)/', ...npmPackage('@alcove/client')] },
  },
  {
    name: 'electron: contract only',
    comment:
      'and start-node.ts the composition root, main.ts what it needs before that is read; texts of the dashboard',
    severity: 'error',
    from: { path: '^electron/', pathNot: '^electron/(main|start-node|practice-node)[.]ts$' },
    to: { path: '^(src|renderer|client)/', pathNot: '^(src/contract/|renderer/locales/)' },
  },
  {
    name: 'electron: composition root',
    comment: 'they get from src only the contract, node.ts, and where data and log are',
    severity: 'error',
    from: { path: '^electron/(main|start-node|practice-node)[.]ts$' },
    to: {
      path: '^(src|renderer|client)/',
      pathNot: '^src/(contract/|node[.]ts$|core/(data-folder|log-file|logger)[.]ts$)',
    },
  },
  {
    name: 'renderer: contract and client only',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { path: '^(src|electron)/', pathNot: '^src/contract/' },
  },
  {
    name: 'client: contract only',
    comment: 'it is for browsers and other people’s programs: of packages only zod',
    severity: 'error',
    from: { path: '^client/' },
    to: {
      path: ['^(src|electron|renderer|examples)/', '^node_modules/', '^[^./]+$'],
      pathNot: ['^src/contract/', ...npmPackage('zod')],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'examples: client only',
    comment: 'they show what anybody could write',
    severity: 'error',
    from: { path: '^examples/' },
    to: { path: '^(src|electron|renderer|test|bench|scripts)/' },
  },
  {
    name: 'express in http only',
    severity: 'error',
    from: { path: product, pathNot: '^src/http/' },
    to: { path: npmPackage('express') },
  },
  {
    name: 'better-sqlite3 in db only',
    severity: 'error',
    from: { path: product, pathNot: '^src/db/' },
    to: { path: npmPackage('better-sqlite3') },
  },
  {
    name: 'the product knows no test, bench or script',
    severity: 'error',
    from: { path: product },
    to: { path: '^(test|bench|scripts)/' },
  },
  {
    name: 'every file is found',
    comment: 'the rules above go by where an import leads',
    severity: 'error',
    from: { path: product },
    to: { couldNotResolve: true, path: '^[.]' },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
