import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/node/free-port.ts';

export type ProxyName = 'nginx' | 'caddy';

export interface ReverseProxy {
  /** The folder for data that the proxy does not keep in memory. */
  folder: string;
  /** Its output so far. */
  log(): string;
  stop(): Promise<void>;
}

export interface ProxyPorts {
  http: number;
  https: number;
}

export const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../docs/operations/${name}`, import.meta.url)), 'utf8');

const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** The reason that tests of this program cannot run here, printed once. */
export function missingProgram(...names: string[]): string | undefined {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  const reason = `not installed: ${missing.join(', ')}`;
  console.warn(`The tests of a public node behind a proxy are skipped: ${reason}`);
  return reason;
}

/** A self-signed certificate for `localhost`. */
export function makeCertificate(folder: string): { certificate: string; key: string } {
  const paths = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    'openssl',
    [
      ...request,
      ...['-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', paths.key, '-out', paths.certificate],
    ],
    { stdio: 'pipe' },
  );
  return paths;
}

/** Ports that were free a moment ago. */
export async function freePorts(): Promise<ProxyPorts> {
  const [http, https] = await Promise.all([freePort(), freePort()]);
  return { http, https };
}

/**
 * Runs the proxy with the configuration in docs/operations; only names, ports and the certificate are
 * replaced.
 * @param nodeUrl the node behind it
 */
export async function startProxy(
  name: ProxyName,
  options: { folder: string; nodeUrl: string; ports: ProxyPorts },
): Promise<ReverseProxy> {
  const folder = join(options.folder, name);
  mkdirSync(folder, { mode: 0o700 });
  const certificate = makeOrReuse(options.folder);
  const config = join(folder, name === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  writeFileSync(
    config,
    { nginx: nginxConfig, caddy: caddyConfig }[name]({ ...options, folder, certificate }),
  );
  const args =
    name === 'nginx'
      ? ['-p', folder, '-e', 'stderr', '-c', config]
      : ['run', '--config', config, '--adapter', 'caddyfile'];
  return runProxy(name, args, { folder, port: options.ports.https });
}

/** Resolves when the program listens at the port. */
export async function runProxy(
  program: string,
  args: string[],
  { folder, port }: { folder: string; port: number },
): Promise<ReverseProxy> {
  const child = spawn(findProgram(program) ?? program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilItListens(child, port, () => log);
  return {
    folder,
    log: () => log,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

interface ConfigOptions {
  folder: string;
  nodeUrl: string;
  ports: ProxyPorts;
  certificate: { certificate: string; key: string };
}

const makeOrReuse = (folder: string) =>
  existsSync(join(folder, 'key.pem'))
    ? { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
    : makeCertificate(folder);

function nginxConfig({ folder, nodeUrl, ports, certificate }: ConfigOptions): string {
  const site = replaced(example('nginx.conf'), [
    [/^.*\[::\].*\n/gm, ''],
    [/127\.0\.0\.1:8471/g, new URL(nodeUrl).host],
    [/listen 80;/g, `listen 127.0.0.1:${ports.http};`],
    [/listen 443 /g, `listen 127.0.0.1:${ports.https} `],
    [/ssl_certificate \S+;/g, `ssl_certificate ${certificate.certificate};`],
    [/ssl_certificate_key \S+;/g, `ssl_certificate_key ${certificate.key};`],
    [/node\.example\.org/g, 'localhost'],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off; master_process off;',
    `pid ${folder}/nginx.pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    site,
    '}',
  ].join('\n');
}

function caddyConfig({ nodeUrl, ports, certificate }: ConfigOptions): string {
  const test = [
    'admin off',
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
    'default_bind 127.0.0.1',
    'skip_install_trust',
  ];
  return replaced(example('Caddyfile'), [
    [/^\{\n/m, `{\n\t${test.join('\n\t')}\n`],
    [/127\.0\.0\.1:8471/g, new URL(nodeUrl).host],
    [/^node\.example\.org \{\n/m, `localhost {\n\ttls ${certificate.certificate} ${certificate.key}\n`],
    [/node\.example\.org/g, 'localhost'],
  ]);
}

/** A replacement without a match means that the example has changed, and the test must change too. */
export function replaced(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((result, [what, by]) => {
    if (result.search(what) < 0) throw new Error(`the example has no ${what}`);
    return result.replace(what, by);
  }, text);
}

async function untilItListens(child: ChildProcess, port: number, log: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}: ${log()}`);
    const listens = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (listens) return;
    await sleep(50);
  }
}
