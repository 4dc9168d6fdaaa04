import type { SettingsInput } from '../../../src/contract/settings.ts';
import { freePort } from './free-port.ts';
import { startTestNode, type TestNode } from './start-test-node.ts';

/** Starts a real public node that knows its origin. */
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
