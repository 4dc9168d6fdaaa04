import { expect, test } from 'vitest';
import { postSyncEndpoint } from '../../src/features/discovery/endpoints/dashboard/post-sync.ts';

const context = {} as never;

test('answers a discovery request before the nodes have answered', async () => {
  const endpoint = postSyncEndpoint({ now: () => new Promise(() => {}) }, () => {});
  expect(await endpoint.handle({} as never, context)).toEqual({ status: 200, body: { ok: true } });
});

test('reports a failure of the discovery, but not as one of the request', async () => {
  const failure = new Error('broken');
  const errors: unknown[] = [];
  const endpoint = postSyncEndpoint({ now: () => Promise.reject(failure) }, (error) => errors.push(error));
  expect(await endpoint.handle({} as never, context)).toMatchObject({ status: 200 });
  expect(errors).toEqual([failure]);
});
