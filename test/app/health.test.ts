import { expect, it, onTestFinished } from 'vitest';
import { startPublicNode } from '../support/node/public-node.ts';
import { startTestNode } from '../support/node/start-test-node.ts';

it('answers load balancers, whatever host they name, until it drains', async () => {
  const { node, host, stop } = await startPublicNode();
  onTestFinished(stop);
  const health = async (path: string, method = 'GET') => {
    const response = await fetch(host + path, { method });
    return [response.status, await response.text()];
  };
  expect(await health('/livez')).toEqual([200, 'ok\n']);
  expect(await health('/readyz')).toEqual([200, 'ok\n']);
  expect(await health('/readyz', 'HEAD')).toEqual([200, '']);
  expect((await health('/readyz', 'POST'))[0]).toBe(404);
  await node.drain();
  expect(await health('/livez')).toEqual([200, 'ok\n']);
  expect(await health('/readyz')).toEqual([503, 'not ready\n']);
  expect((await health('/api/v1/node'))[0]).toBe(200);
});

it('is not told by a private node', async () => {
  const node = await startTestNode();
  onTestFinished(node.stop);
  expect((await fetch(`${node.node.nodeUrl}/readyz`)).status).toBe(404);
});
