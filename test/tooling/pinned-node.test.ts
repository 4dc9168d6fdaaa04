import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodePackages, nodeVersion } from '../../scripts/lib/setup/pinned-node.mjs';
import { longIt } from '../support/random-runs.ts';

const lib = (name: string) => JSON.stringify(new URL(`../../scripts/lib/${name}`, import.meta.url).href);
const packageName = 'node-stand-in';
const program = '#!/bin/sh\necho the pinned one\n';

let home: string;
let target: string;
let registry: Server;
/** The package in the registry, and whether it is there. */
let tarball: Buffer;
let delivers: boolean;
let asked: string[];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'alcove-node-'));
  target = join(home, 'node_modules/node/bin/node');
  tarball = packed(program);
  [delivers, asked] = [true, []];
  registry = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.tgz')) return void (delivers && response.end(tarball));
    const { port } = registry.address() as AddressInfo;
    const dist = { tarball: `http://127.0.0.1:${port}/${packageName}.tgz`, integrity: integrityOf(tarball) };
    const scripts = { preinstall: 'touch ran', install: 'touch ran' };
    response.end(
      JSON.stringify({
        ...{ name: packageName, 'dist-tags': { latest: nodeVersion } },
        versions: { [nodeVersion]: { name: packageName, version: nodeVersion, scripts, dist } },
      }),
    );
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
});

afterEach(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(home, { recursive: true });
});

const integrityOf = (bytes: Buffer) => `sha512-${hash('sha512', bytes, 'base64')}`;

/** The package of a platform, with an install script that would create a file. */
function packed(text: string): Buffer {
  const folder = mkdtempSync(join(home, 'packed-'));
  mkdirSync(join(folder, 'package/bin'), { recursive: true });
  const scripts = { preinstall: `touch ${join(home, 'ran')}`, install: `touch ${join(home, 'ran')}` };
  writeFileSync(
    join(folder, 'package/package.json'),
    JSON.stringify({ name: packageName, version: nodeVersion, scripts }),
  );
  writeFileSync(join(folder, 'package/bin/node'), text);
  chmodSync(join(folder, 'package/bin/node'), 0o755);
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'package.tgz'));
}

/** Installs Node.js like a set-up, with a registry of its own. */
function placing(options: { integrity?: string; platform?: string; ownVersion?: string }) {
  const { integrity = integrityOf(tarball), platform = 'linux-x64', ownVersion = '24.0.0' } = options;
  const where = {
    ...{ target, platform, packages: { 'linux-x64': { name: packageName, integrity } } },
    own: { path: process.execPath, version: ownVersion },
  };
  const script = `import { pinnedNodeReady, placePinnedNode } from ${lib('setup/pinned-node.mjs')};
    import { main } from ${lib('console.mjs')};
    const place = ${JSON.stringify(where)};
    console.log(pinnedNodeReady(place) ? 'it is there' : 'it is not there');
    await main(async () => {
      if (!pinnedNodeReady(place)) await placePinnedNode(place);
      console.log(pinnedNodeReady(place) ? 'it is ready' : 'it is not ready');
    });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: {
      ...process.env,
      XDG_CACHE_HOME: join(home, 'cache'),
      npm_config_cache: join(home, 'npm'),
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a kill ends its npm too.
    detached: true,
  });
}

async function place(options: Parameters<typeof placing>[0] = {}): Promise<{ code: number; said: string }> {
  const child = placing(options);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  return { code, said };
}

const ran = () => execFileSync(target, { encoding: 'utf8' });
const inBin = () => readdirSync(dirname(target)).sort();

it('installs the Node.js with the pinned hash, and runs no script of its package', async () => {
  expect(await place()).toMatchObject({ code: 0, said: expect.stringContaining('it is ready') });
  expect(ran()).toBe('the pinned one\n');
  expect(statSync(target).mode & 0o111).toBe(0o111);
  expect(existsSync(join(home, 'ran'))).toBe(false);
  expect(inBin()).toEqual(['.placed', 'node']);
  const times = asked.length;
  expect((await place()).said).toContain('it is there');
  expect(asked).toHaveLength(times);
});

it('rejects a Node.js with another hash, though the registry confirms it', async () => {
  const integrity = integrityOf(tarball);
  tarball = packed('#!/bin/sh\necho another one\n');
  const refused = await place({ integrity });
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('What to do: do not use it') });
  expect(refused.said).toContain(`${packageName}@${nodeVersion} as the npm registry sent it is not what`);
  expect(refused.said).not.toContain('it is ready');
  expect(inBin()).toEqual([]);
  expect(readdirSync(join(home, 'cache/alcove'))).toEqual([]);
  expect(existsSync(join(home, 'ran'))).toBe(false);
});

longIt('replaces any other one by the pinned one', async () => {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, 'placed by an install script');
  expect((await place()).said).toMatch(/it is not there[^]*it is ready/);
  expect(ran()).toBe('the pinned one\n');
  rmSync(target);
  writeFileSync(target, 'placed by an install script', { mode: 0o755 });
  expect((await place()).said).toMatch(/it is not there[^]*it is ready/);
  expect(ran()).toBe('the pinned one\n');
});

longIt('starts again after a killed set-up', async () => {
  delivers = false;
  const killed = placing({});
  await expect.poll(() => asked.some((url) => url.endsWith('.tgz'))).toBe(true);
  process.kill(-(killed.pid as number), 'SIGKILL');
  await once(killed, 'close');
  registry.closeAllConnections();
  expect(existsSync(target)).toBe(false);
  // The state after a kill between the copy and the rename.
  writeFileSync(`${target}.draft`, 'half');
  delivers = true;
  expect((await place()).said).toMatch(/it is not there[^]*it is ready/);
  expect(ran()).toBe('the pinned one\n');
  expect(inBin()).toEqual(['.placed', 'node']);
});

it('uses the Node.js of the system if the registry has none and it is new enough', async () => {
  expect(await place({ platform: 'darwin-arm64', ownVersion: '20.20.2' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('install Node 24 or newer'),
  });
  expect(await place({ platform: 'darwin-arm64' })).toMatchObject({ code: 0 });
  expect(realpathSync(target)).toBe(realpathSync(process.execPath));
  expect(asked).toEqual([]);
});

interface Locked {
  version: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}
const fileOf = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const locked = Object.entries(fileOf('package-lock.json').packages as Record<string, Locked>);

it('Node.js is pinned at the version of the lock file, each package by a SHA-512', () => {
  const [, node] = locked.find(([path]) => path === 'node_modules/node') ?? [];
  expect(node?.version).toBe(nodeVersion);
  for (const { name, integrity } of Object.values(nodePackages)) {
    expect(name).toMatch(/^node-(linux|win)-(x64|arm64)$/);
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  }
});

it('the lock file has a hash for every locked package, of which none may run an install script', () => {
  const workspaces = ['', ...(fileOf('package.json').workspaces as string[])];
  const packages = locked.filter(([path, { link }]) => !link && !workspaces.includes(path));
  expect(packages.length).toBeGreaterThan(500);
  const unpinned = packages.filter(
    ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
  );
  expect(unpinned.map(([path]) => path)).toEqual([]);
  const allowed = fileOf('package.json').allowScripts as Record<string, boolean>;
  expect(Object.entries(allowed).filter(([, may]) => may)).toEqual([]);
  const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(names.filter((one) => allowed[one] !== false)).toEqual([]);
});
