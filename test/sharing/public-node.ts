import { type AddressInfo, createServer } from 'node:net';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

/** A port of this computer that nothing uses. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A real public node that knows by which origin it is asked. */
export async function startPublicNode(
  options: { dataDir?: string; port?: number; settings?: SettingsInput } = {},
): Promise<TestNode & { host: string }> {
  const port = options.port ?? (await freePort());
  const host = `http://127.0.0.1:${port}`;
  const node = await startTestNode({
    ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
    settings: { ...options.settings, node: { type: 'public', public_host: host, port } },
  });
  return { ...node, host };
}
