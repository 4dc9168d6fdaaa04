import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceReports } from '../../src/features/monitoring/service-reports.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
let token: string;
beforeAll(async () => {
  alcove = await startTestNode();
  token = await alcove.token('status:write');
});
afterAll(() => alcove.stop());

const report = (service: unknown, status: unknown, by = token) => {
  const { body, headers } = json({ service, status });
  return alcove.ask('/api/system.sendStatus', {
    method: 'POST',
    body,
    headers: { ...headers, Authorization: `Bearer ${by}` },
  });
};

it('shows reported services beside the built-in ones', async () => {
  expect(await (await report('convert.video-1', 'busy')).json()).toEqual({ ok: true });
  const { services } = (await (await alcove.ask('/api/v1/node')).json()) as {
    services: Record<string, { status: string; delay: number }>;
  };
  expect(Object.keys(services).sort()).toEqual(
    ['api', 'chain', 'convert.video-1', 'indexer', 'network', 'storage'].sort(),
  );
  expect(services['convert.video-1']).toEqual({ status: 'busy', delay: expect.any(Number) });
});

it('accepts every status of up to 64 characters, the empty one too', async () => {
  for (const status of ['', 'x'.repeat(64)]) expect((await report('convert', status)).status).toBe(200);
});

it.each([
  ['a built-in name', 'chain', 'ok'],
  ['upper case', 'Convert', 'ok'],
  ['a name with a leading dot', '.convert', 'ok'],
  ['a long name', 'a'.repeat(65), 'ok'],
  ['no text', 5, 'ok'],
  ['a long status', 'convert', 'x'.repeat(65)],
  ['no status', 'convert', undefined],
])('rejects a report with %s', async (_what, service, status) => {
  expect(await (await report(service, status)).json()).toMatchObject({
    status: 400,
    code: 'invalid_request',
    errors: [expect.any(Object)],
  });
});

it('rejects a token without the right', async () => {
  expect(await (await report('a', 'ok', await alcove.token('storage:write'))).json()).toMatchObject({
    status: 403,
    code: 'insufficient_scope',
  });
});

it('shows a silent service as timed out after a minute, removes it after a day, and keeps at most 64', () => {
  let now = 1_000_000;
  const reports = new ServiceReports(() => now);
  reports.report('a', 'ok');
  now += 59_999;
  expect(reports.services()).toEqual({ a: { status: 'ok', delay: 59.999 } });
  now += 2;
  expect(reports.services()).toEqual({ a: { status: 'timeout', delay: 60.001 } });
  for (let index = 1; index < 64; index += 1) reports.report(`b${index}`, 'ok');
  expect(() => reports.report('c', 'ok')).toThrow(expect.objectContaining({ code: 'too_many_services' }));
  reports.report('b1', 'still there');
  now += 24 * 60 * 60 * 1000 - 60_000;
  reports.report('c', 'ok');
  expect(Object.keys(reports.services())).not.toContain('a');
  expect(Object.keys(reports.services())).toContain('c');
});
