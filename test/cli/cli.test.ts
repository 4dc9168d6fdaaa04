import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openAddress } from '../support/node/open-dashboard.ts';
import { runAlcove, type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { randomKey } from '../support/random-bytes.ts';
import { longIt, someCases } from '../support/random-runs.ts';

const dataDir = temporaryFolder();
let serving: ServingNode;

beforeAll(async () => {
  serving = await serveNode(dataDir);
});
afterAll(async () => {
  await serving.end();
  rmSync(dataDir, { recursive: true, force: true });
});

const upload = (token: string, body: string, nodeUrl = serving.ready.node_url) =>
  fetch(`${nodeUrl}/api/v1/storage`, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } });

describe('a running node', () => {
  it('prints one JSON line when it listens', async () => {
    expect(serving.ready).toEqual({
      event: 'ready',
      pid: serving.process.pid,
      node_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      dashboard_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      public_key: expect.any(String),
      node_type: 'private',
    });
    const info = (await (await fetch(`${serving.ready.node_url}/api/v1/network.info`)).json()) as {
      id: string;
    };
    expect(info.id).toBe(serving.ready.public_key);
  });

  it('protects its folder from other users', () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dataDir)) {
      expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    }
    expect(statSync(join(dataDir, 'secrets', 'node-secret')).mode & 0o777).toBe(0o600);
  });

  it('refuses a second start on the same folder and names the process', async () => {
    const second = await runAlcove(
      'serve',
      '--data-dir',
      dataDir,
      '--node-port',
      '0',
      '--dashboard-port',
      '0',
    );
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Process ${serving.process.pid}`);
    expect(second.stdout).toBe('');
  });

  it('creates, lists and revokes tokens through the control socket', async () => {
    const created = await runAlcove(
      'token',
      'create',
      '--data-dir',
      dataDir,
      '--name',
      'bot',
      '--scope',
      'storage:write',
      '--json',
    );
    expect(created.code).toBe(0);
    const { token, id } = JSON.parse(created.stdout) as { token: string; id: string };
    expect((await upload(token, 'by a bot')).status).toBe(201);
    const listed = JSON.parse((await runAlcove('token', 'list', '--data-dir', dataDir, '--json')).stdout);
    expect(listed.tokens).toEqual([
      {
        id,
        name: 'bot',
        scopes: ['storage:write'],
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ]);
    expect((await runAlcove('token', 'revoke', '--data-dir', dataDir, '--name', 'bot')).code).toBe(0);
    expect((await upload(token, 'by a bot')).status).toBe(401);
    expect((await runAlcove('token', 'revoke', '--data-dir', dataDir, 'bot')).code).toBe(1);
    expect(serving.log()).not.toContain(token);
  });

  it('prints the dashboard’s address with a code that opens it once', async () => {
    const { stdout } = await runAlcove('dashboard', '--data-dir', dataDir);
    const url = new URL(stdout.trim());
    expect(url.hostname).toMatch(/^alcove-[0-9a-f]{20}\.localhost$/);
    const { url: dashboard, token } = await openAddress(url.href);
    expect(dashboard).toBe(serving.ready.dashboard_url);
    const overview = await fetch(`${dashboard}/local/overview`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(overview.status).toBe(200);
    expect(serving.log()).not.toContain(token);
    expect(serving.log()).not.toContain(codeOf(url.href));
    await expect(openAddress(url.href)).rejects.toThrow('was used before or has expired');
  });

  it('verifies stored files and names damaged ones', async () => {
    const { token } = JSON.parse(
      (await runAlcove('token', 'create', '--data-dir', dataDir, '--json')).stdout,
    );
    const { content_id, content_sha256 } = (await (await upload(token, 'to be damaged')).json()) as Record<
      string,
      string
    >;
    const clean = await runAlcove('verify', '--data-dir', dataDir, '--json');
    expect(clean.code).toBe(0);
    expect(JSON.parse(clean.stdout).damaged).toEqual([]);
    const file = findFile(join(dataDir, 'blobs'), content_sha256 as string);
    writeFileSync(file, 'to be DAMAGED');
    const wrong = await runAlcove('verify', '--data-dir', dataDir, '--json');
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout).damaged).toEqual([{ content_id, problem: 'damaged' }]);
    const again = await runAlcove('verify', '--data-dir', dataDir);
    expect(again.stdout).toContain(`${content_id} is damaged`);
    await upload(token, 'to be damaged');
    expect((await runAlcove('verify', '--data-dir', dataDir)).code).toBe(0);
    rmSync(file);
    const gone = await runAlcove('verify', '--data-dir', dataDir);
    expect(gone.code).toBe(1);
    expect(gone.stdout).toContain(`${content_id} is missing`);
  });
});

const findFile = (folder: string, name: string): string => {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(name),
  );
  if (!found) throw new Error(`no file ${name}`);
  return join(folder, found);
};

describe('without a running node', () => {
  it('ends with code 0 on SIGTERM, and restarts after SIGKILL with the same key', async () => {
    const folder = temporaryFolder();
    const first = await serveNode(folder);
    expect(await first.end()).toBe(0);
    const second = await serveNode(folder);
    expect(second.ready.public_key).toBe(first.ready.public_key);
    await second.end('SIGKILL');
    const third = await serveNode(folder);
    expect(third.ready.public_key).toBe(first.ready.public_key);
    expect(await third.end()).toBe(0);
    const { stdout } = await runAlcove('token', 'create', '--data-dir', folder);
    expect(stdout.trim()).toMatch(/^[\w-]{43}$/);
    rmSync(folder, { recursive: true });
  });

  it('reports missing data or dashboard, and an unknown scope, setting or port', async () => {
    const folder = join(temporaryFolder(), 'none');
    expect((await runAlcove('verify', '--data-dir', folder)).stderr).toContain('no Alcove data');
    expect((await runAlcove('token', 'create', '--data-dir', folder, '--scope', 'all')).stderr).toContain(
      'storage:write',
    );
    expect(
      (await runAlcove('serve', '--data-dir', folder, '--set', 'node.constructor=red')).stderr,
    ).toContain('node.constructor');
    const secret = ['--set', 'sign_in.telegram_bot_token=1:A'];
    expect((await runAlcove('serve', '--data-dir', folder, ...secret)).stderr).toContain(
      'ALCOVE_SIGN_IN__TELEGRAM_BOT_TOKEN',
    );
    expect((await runAlcove('serve', '--data-dir', folder, '--node-port', '70000')).stderr).toContain(
      'node.port',
    );
    expect((await runAlcove('serve', '--data-dir', folder, '--public')).stderr).toContain('public_host');
  });

  it('refuses a folder whose secret is lost or encrypted, instead of creating a new identity', async () => {
    const folder = temporaryFolder();
    await (await serveNode(folder)).end();
    const secret = join(folder, 'secrets', 'node-secret');
    const kept = readFileSync(secret);
    rmSync(secret);
    expect((await runAlcove('serve', '--data-dir', folder)).stderr).toContain(
      'secret of this node is missing',
    );
    writeFileSync(`${secret}.sealed`, 'sealed');
    expect((await runAlcove('serve', '--data-dir', folder)).stderr).toContain('Start the app');
    rmSync(`${secret}.sealed`);
    mkdirSync(join(folder, 'secrets'), { recursive: true });
    writeFileSync(secret, kept, { mode: 0o600 });
    expect(await (await serveNode(folder)).end()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('creates a token before the first start', async () => {
    const folder = temporaryFolder();
    const token = (await runAlcove('token', 'create', '--data-dir', folder)).stdout.trim();
    const node = await serveNode(folder);
    expect((await upload(token, 'kept', node.ready.node_url)).status).toBe(201);
    expect(await node.end()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  longIt('keeps stored files when the database is lost or damaged, and reports it', async () => {
    const folder = temporaryFolder();
    const token = (await runAlcove('token', 'create', '--data-dir', folder)).stdout.trim();
    const node = await serveNode(folder);
    const { content_id } = (await (await upload(token, 'kept', node.ready.node_url)).json()) as {
      content_id: string;
    };
    await node.end();
    const database = join(folder, 'alcove.db');
    renameSync(database, `${database}.kept`);
    for (const content of someCases([undefined, 'no database'.repeat(1000), ''], 2)) {
      if (content !== undefined) writeFileSync(database, content);
      expect((await runAlcove('serve', '--data-dir', folder)).stderr).toContain('alcove.db');
    }
    renameSync(`${database}.kept`, database);
    const again = await serveNode(folder);
    const stored = await fetch(`${again.ready.node_url}/api/v1/storage/${content_id}`);
    expect(await stored.text()).toBe('kept');
    await again.end();
    rmSync(folder, { recursive: true });
  });

  it('starts in a linked folder, and removes the dashboard’s key of an earlier version', async () => {
    const folder = temporaryFolder();
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    await (await serveNode(link)).end();
    const former = ['local-key', 'local-key.sealed'].map((name) => join(folder, 'secrets', name));
    for (const path of former) writeFileSync(path, randomKey().toString('base64'));
    const node = await serveNode(link);
    expect(former.filter((path) => existsSync(path))).toEqual([]);
    expect((await runAlcove('dashboard', '--data-dir', link)).stdout).toContain('#code=');
    expect(await node.end()).toBe(0);
    rmSync(link);
    rmSync(folder, { recursive: true });
  });

  it('names an invalid settings file', async () => {
    const folder = temporaryFolder();
    for (const text of someCases(['{"node":null}', 'null', '[]', '{"node":"public"}'], 2)) {
      writeFileSync(join(folder, 'settings.json'), text);
      expect((await runAlcove('serve', '--data-dir', folder)).stderr, text).toContain('settings.json');
    }
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['http.trusted_proxies', 'my-proxy', 'my-proxy'],
    ['sign_in.manifest_url', 'ftp://node.example/manifest.json', 'http'],
    ['chain.master_address', 'EQnowhere', 'isn’t a TON address'],
    ['http.host_names', 'http://node.example', 'must be a host name'],
    ['sign_in.domains', 'app.example,https://b.example', 'must be a host name'],
    ['http.allowed_origins', 'https://app.example,https://b.example/', 'must be a bare http(s) origin'],
  ])('names the setting %s when it is “%s”', async (name, value, reason) => {
    const folder = temporaryFolder();
    const { code, stderr } = await runAlcove('serve', '--data-dir', folder, '--set', `${name}=${value}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(name)]);
    expect(stderr).toContain(reason);
    rmSync(folder, { recursive: true });
  });

  it('reads settings from the file, the environment and the command line, with increasing priority', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'settings.json'),
      JSON.stringify({ storage: { max_upload_bytes: 5 }, http: { host_names: ['from.file'] } }),
    );
    const node = await serveNode(folder, '--set', 'storage.max_upload_bytes=3');
    const { token } = JSON.parse((await runAlcove('token', 'create', '--data-dir', folder, '--json')).stdout);
    expect((await upload(token, '123', node.ready.node_url)).status).toBe(201);
    expect((await upload(token, '1234', node.ready.node_url)).status).toBe(413);
    expect(await node.end()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('prints help for every command', async () => {
    const commands = [
      ['token', 'create'],
      [],
      ['serve'],
      ['dashboard'],
      ['verify'],
      ['token'],
      ['token', 'list'],
      ['token', 'revoke'],
    ];
    for (const command of someCases(commands, 2)) {
      const { code, stdout } = await runAlcove(...command, '--help');
      expect(code).toBe(0);
      expect(stdout).toContain('Usage: alcove');
    }
  });
});
