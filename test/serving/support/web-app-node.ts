import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { alcoveCli, runAlcove, serveNode } from '../../support/node/run-alcove.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { startTestBridge } from '../../support/wallets/ton-connect-bridge.ts';

/** The domain and origin of a web app that the node allows. */
export const domain = 'app.example';
export const origin = `https://${domain}`;

interface Asking {
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The parsed JSON; undefined for any other media type. */
  body: unknown;
}

/** Starts `alcove serve` with an embedded chain and a wallet app on loopback, for users of a web app. */
export async function serveWebApp() {
  const dataDir = temporaryFolder();
  const bridge = await startTestBridge();
  const given = {
    'chain.network': 'embedded',
    'http.allowed_origins': origin,
    'operator.name': 'Sea Records',
    'sign_in.who': 'anyone',
    'sign_in.domains': domain,
    'sign_in.wallets_file': bridge.writeWalletsFile(dataDir),
  };
  const words = Object.entries(given).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const serving = await serveNode(dataDir, ...words);
  const chain = await serveChain(dataDir);
  const url = serving.ready.node_url;
  return {
    bridge,
    url,
    chain: chain.url,
    /** Sends requests as a page of the web app does, with the bare token of existing clients. */
    ask: (method: string, path: string, asking?: Asking) => ask(method, new URL(path, url), asking),
    tokenWith: async (scope: string) =>
      (await runAlcove('token', 'create', '--scope', scope, '--data-dir', dataDir)).stdout.trim(),
    stop: async () => {
      chain.end();
      await serving.end();
      await bridge.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ask(method: string, url: URL, { token, headers, body }: Asking = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...{ Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: token }),
      ...headers,
    },
    body: body ?? null,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : undefined,
  };
}

/** Runs `alcove chain serve` beside the node, for the wallet app. */
async function serveChain(dataDir: string) {
  const words = ['chain', 'serve', '--data-dir', dataDir, '--port', '0', '--json'];
  const child = spawn(process.execPath, [alcoveCli, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the chain was not served: ${code}`))),
  ]);
  const { url } = JSON.parse(line) as { url: string };
  return { url, end: () => child.kill('SIGTERM') };
}
