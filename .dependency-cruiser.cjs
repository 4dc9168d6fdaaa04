// Who may import whom; type-only imports count. docs/architecture.md explains the layers.

/** The only file of the shell that knows the node. */
const startNode = '^electron/node/start-node[.]ts$';

/** A layer imports only those before it. */
const layers = ['contract', 'core', 'crypto', 'platform', 'features', 'app', 'cli'];

/** Each folder of the platform, and the other ones that it uses. */
const platform = {
  sqlite: [],
  postgres: [],
  replication: ['sqlite', 'postgres'],
  blobs: [],
  net: [],
  http: ['net'],
};

/** Each feature, and the features that it uses. The table has no circles: a feature uses only those before it. */
const features = {
  activity: [],
  peers: [],
  content: [],
  media: ['content'],
  storage: ['content'],
  uploads: ['content', 'storage'],
  chain: [],
  orders: ['chain', 'content'],
  market: ['chain', 'content'],
  licensing: ['content', 'storage'],
  serving: ['content', 'media', 'storage', 'uploads', 'licensing'],
  collections: ['content', 'serving'],
  playback: ['content', 'serving'],
  fetch: [],
  discovery: ['content', 'peers'],
  'public-nodes': ['peers'],
  items: ['content', 'serving'],
  'share-page': ['content', 'serving'],
  sharing: ['peers', 'public-nodes'],
  purchases: ['fetch', 'public-nodes', 'market', 'licensing'],
  auth: ['content'],
  settings: ['chain', 'auth'],
  monitoring: ['content', 'chain', 'market'],
  diagnostics: ['content', 'storage'],
  recovery: ['chain', 'licensing'],
  practice: ['chain'],
  rates: [],
  onboarding: [],
  notifications: [],
  'watched-folders': ['collections', 'content', 'fetch'],
};

/** Each feature of the dashboard, and the features that it uses, through their index.ts. */
const dashboard = {
  appearance: [],
  blocking: [],
  diagnostics: [],
  help: [],
  media: [],
  monitoring: [],
  practice: ['monitoring'],
  'stored-file': ['media'],
  activity: ['stored-file'],
  transfers: [],
  uploads: ['watched-folders'],
  'viewer-frame': [],
  'api-docs': ['monitoring'],
  chain: ['practice'],
  following: ['stored-file'],
  recovery: ['monitoring'],
  sharing: ['monitoring', 'practice', 'stored-file', 'transfers'],
  tokens: ['monitoring', 'settings'],
  updates: ['uploads'],
  'watched-folders': [],
  player: ['stored-file', 'viewer-frame'],
  viewer: ['media', 'player', 'stored-file', 'viewer-frame'],
  orders: ['chain'],
  settings: ['appearance', 'blocking', 'diagnostics', 'monitoring', 'practice', 'updates', 'uploads'],
  auth: ['settings'],
  licensing: ['chain', 'orders'],
  purchases: ['auth', 'chain', 'licensing', 'orders'],
  market: ['chain', 'licensing', 'orders'],
  author: ['chain', 'following', 'market', 'stored-file'],
  'network-activity': ['settings'],
  discovery: ['following', 'monitoring', 'network-activity', 'practice', 'stored-file', 'transfers'],
  peers: ['diagnostics', 'network-activity', 'practice'],
  onboarding: ['appearance', 'monitoring', 'peers', 'practice', 'settings', 'uploads'],
  collections: ['chain', 'player', 'sharing', 'stored-file', 'uploads'],
  library: ['blocking', 'chain', 'collections', 'monitoring', 'player', 'sharing', 'stored-file', 'uploads'],
  item: [
    ...['chain', 'collections', 'library', 'licensing', 'market', 'media', 'monitoring', 'orders'],
    ...['player', 'sharing', 'stored-file', 'transfers', 'viewer', 'viewer-frame'],
  ],
  overview: ['monitoring', 'network-activity', 'practice', 'updates'],
  search: ['chain', 'settings', 'stored-file'],
  home: ['monitoring', 'onboarding', 'player', 'recovery', 'stored-file', 'uploads', 'viewer'],
  selling: [
    'chain',
    'library',
    'licensing',
    'monitoring',
    'orders',
    'sharing',
    'stored-file',
    'uploads',
    'viewer',
  ],
  bell: ['monitoring', 'updates'],
  storage: ['monitoring', 'settings'],
  joining: ['chain', 'diagnostics', 'monitoring', 'orders', 'peers', 'settings', 'uploads'],
  wallet: ['auth', 'chain', 'licensing', 'monitoring', 'orders', 'sharing'],
};

const product = '^(src|electron|renderer|client)/';
const oneOf = (names) => `(${names.join('|')})`;
/** Installed, its types, and as it is written where it is not installed. */
const npmPackage = (name) => [`node_modules/${name}/`, `node_modules/@types/${name}`, `^${name}(/|$)`];

/** One rule for each room of a table: it imports itself and those that the table names. */
const folderRules = (folder, table) =>
  Object.entries(table).map(([name, uses]) => ({
    name: `${folder}/${name}`,
    comment: `uses of its siblings only: ${uses.join(', ') || 'none'}`,
    severity: 'error',
    from: { path: `^src/${folder}/${name}/` },
    to: { path: `^src/${folder}/`, pathNot: `^src/${folder}/${oneOf([name, ...uses])}/` },
  }));

const dashboardRules = [
  {
    name: 'dashboard: no circles',
    comment: 'types included',
    from: { path: '^renderer/' },
    to: { circular: true },
  },
  ...Object.entries(dashboard).map(([name, uses]) => ({
    name: `dashboard: ${name}`,
    comment: `uses of other features only the index.ts of: ${uses.join(', ') || 'none'}`,
    from: { path: `^renderer/features/${name}/` },
    to: {
      path: '^renderer/features/',
      pathNot: [`^renderer/features/${name}/`, `^renderer/features/${oneOf(uses)}/index[.]ts$`],
    },
  })),
  {
    name: 'dashboard: every feature has a row in the table',
    from: { path: '^renderer/features/', pathNot: `^renderer/features/${oneOf(Object.keys(dashboard))}/` },
    to: {},
  },
  {
    name: 'dashboard: features use ui, lib and the messages of the viewer',
    from: { path: '^renderer/features/' },
    to: { path: '^renderer/', pathNot: ['^renderer/(features|ui|lib)/', '^renderer/viewer/messages[.]ts$'] },
  },
  {
    name: 'dashboard: ui uses lib',
    from: { path: '^renderer/ui/' },
    to: { path: '^renderer/', pathNot: '^renderer/(ui|lib)/' },
  },
  {
    name: 'dashboard: lib uses the locales',
    from: { path: '^renderer/lib/' },
    to: { path: '^renderer/', pathNot: '^renderer/(lib|locales)/' },
  },
  {
    name: 'dashboard: index.ts is the only way into a feature, besides its pages',
    from: { path: '^renderer/', pathNot: '^renderer/features/' },
    to: { path: '^renderer/features/', pathNot: '/(index[.]ts|[^/]+-page[.]tsx)$' },
  },
  {
    name: 'dashboard: routes.tsx alone imports pages',
    from: { path: '^renderer/', pathNot: '^renderer/app/routes[.]tsx$' },
    to: { path: '^renderer/features/.*-page[.]tsx$' },
  },
  {
    name: 'dashboard: the viewer stands alone',
    comment: 'its frame loads nothing of the dashboard',
    from: { path: '^renderer/viewer/' },
    to: { path: '^renderer/', pathNot: '^renderer/viewer/' },
  },
].map((rule) => ({ ...rule, severity: 'error' }));

const forbidden = [
  {
    name: 'no circles',
    comment: 'types included',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true },
  },
  ...layers.map((layer, rank) => ({
    name: `layer ${layer}`,
    comment: `may import from src only: ${layers.slice(0, rank + 1).join(', ')}`,
    severity: 'error',
    from: { path: `^src/${layer}/` },
    to: { path: '^src/', pathNot: `^src/${oneOf(layers.slice(0, rank + 1))}/` },
  })),
  {
    name: 'the node API knows no dashboard',
    comment: 'the dashboard builds on the schemas of the node API, not the other way round',
    severity: 'error',
    from: { path: '^src/contract/node-api/' },
    to: { path: '^src/contract/(dashboard-api/|ipc[.]ts$|control[.]ts$)' },
  },
  ...folderRules('platform', platform),
  ...folderRules('features', features),
  ...dashboardRules,
  {
    name: 'features: index.ts is the way in',
    comment: 'runtime.ts too, which loads the TON libraries; code that is loaded later may name its file',
    severity: 'error',
    from: { path: '^src/(features/([^/]+)|app|cli)/' },
    to: {
      path: '^src/features/',
      pathNot: ['^src/features/$2/', '^src/features/[^/]+/(index|runtime)[.]ts$'],
      dynamic: false,
    },
  },
  {
    name: 'features use the port of the blob store',
    comment: 'blob-store.ts; only the composition knows which store is behind it',
    severity: 'error',
    from: { path: '^src/features/' },
    to: { path: '^src/platform/blobs/((partial|quarantine|worker)/|store/disk-blob-store[.]ts$)' },
  },
  {
    name: 'endpoints use services',
    comment: 'never a repository, not even its types',
    severity: 'error',
    from: { path: '^src/features/[^/]+/endpoints/' },
    to: { path: '^src/features/.*(/repository/|-repository[.]ts$)' },
  },
  {
    name: 'every folder has its place',
    comment:
      'src has no loose files; layers and folders are named in .dependency-cruiser.cjs and docs/architecture.md',
    severity: 'error',
    from: {
      path: '^src/',
      pathNot: [
        `^src/${oneOf(layers.filter((layer) => layer !== 'platform' && layer !== 'features'))}/`,
        `^src/platform/${oneOf(Object.keys(platform))}/`,
        `^src/features/${oneOf(Object.keys(features))}/`,
      ],
    },
    to: {},
  },
  {
    name: 'src knows no shell, no dashboard and no client',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: ['^(electron|renderer|client)/', ...npmPackage('@alcove/client')] },
  },
  {
    name: 'electron: contract only',
    comment: 'and the dashboard’s texts; start-node.ts alone imports the node',
    severity: 'error',
    from: { path: '^electron/', pathNot: startNode },
    to: { path: '^(src|renderer|client)/', pathNot: '^(src/contract/|renderer/locales/)' },
  },
  {
    name: 'electron: composition root',
    comment: 'start-node.ts gets from src only the contract, node.ts, and where data and log are',
    severity: 'error',
    from: { path: startNode },
    to: {
      path: '^(src|renderer|client)/',
      pathNot:
        '^src/(contract/|app/(node|practice-node)[.]ts$|core/(data-folder/data-folder|log/log-file|log/logger)[.]ts$)',
    },
  },
  {
    name: 'electron: no circles',
    severity: 'error',
    from: { path: '^electron/' },
    to: { circular: true },
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
    name: 'express in platform/http only',
    severity: 'error',
    from: { path: product, pathNot: '^src/platform/http/' },
    to: { path: npmPackage('express') },
  },
  {
    name: 'better-sqlite3 in platform/sqlite only',
    severity: 'error',
    from: { path: product, pathNot: '^src/platform/sqlite/' },
    to: { path: npmPackage('better-sqlite3') },
  },
  {
    name: 'pg in platform/postgres only',
    severity: 'error',
    from: { path: product, pathNot: '^src/platform/postgres/' },
    to: { path: npmPackage('pg') },
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
