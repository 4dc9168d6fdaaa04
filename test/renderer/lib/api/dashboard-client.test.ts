import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../../renderer/lib/api/call-error.ts';
import { createDashboardClient } from '../../../../renderer/lib/api/dashboard-client.ts';
import { pieceAt } from '../../../../renderer/lib/api/list-place.ts';
import { getOverview } from '../../../../src/contract/dashboard-api/administration/monitoring.ts';
import { getContents } from '../../../../src/contract/dashboard-api/content.ts';
import { getPeers, postPeer } from '../../../../src/contract/dashboard-api/peers.ts';

const problem = {
  type: 'about:blank',
  title: 'Peer unreachable',
  status: 502,
  detail: 'There is no host of that name.',
  code: 'peer_unreachable',
  instance: 'req-1',
  errors: [{ path: 'url', message: 'unknown host' }],
};

/** A client whose node gives one answer, with the recorded requests. */
function clientOf(answer: () => Response | Promise<Response>) {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(new Request(new URL(path, 'http://127.0.0.1:8472'), { ...init, signal: null }));
    return answer();
  });
  let refusals = 0;
  const client = createDashboardClient({
    token: 'the-token',
    onUnauthorized: () => {
      refusals += 1;
    },
  });
  return { client, asked, refusals: () => refusals };
}

async function errorOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
}

afterEach(() => vi.unstubAllGlobals());

describe('the client of the dashboard API', () => {
  it('sends the token in a header, never in the address', async () => {
    const { client, asked } = clientOf(() =>
      Response.json({ items: [], next_cursor: null, top_cursor: null, total: 0 }),
    );
    await client.call(getContents, { query: { q: 'käse & co', ...pieceAt({ cursor: null, skip: 0 }) } });
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer the-token');
    expect(asked[0]?.url).toBe('http://127.0.0.1:8472/local/content?q=k%C3%A4se+%26+co&limit=100');
  });

  it('turns a problem document into an error with its message', async () => {
    const { client, refusals } = clientOf(() => Response.json(problem, { status: 502 }));
    const error = await errorOf(client.call(postPeer, { body: { url: 'https://node.example.org' } }));
    expect(error).toMatchObject({
      title: problem.title,
      detail: problem.detail,
      code: 'peer_unreachable',
      requestId: 'req-1',
      errors: problem.errors,
    });
    expect(refusals()).toBe(0);
  });

  it('has a message for an error page that is no problem document', async () => {
    const { client } = clientOf(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await errorOf(client.call(getOverview, {}))).toMatchObject({ code: null, status: 502 });
  });

  it('reports a rejected key', async () => {
    const { client, refusals } = clientOf(() =>
      Response.json({ ...problem, status: 401, code: 'unauthorized' }, { status: 401 }),
    );
    expect((await errorOf(client.call(getPeers, {}))).code).toBe('unauthorized');
    expect(refusals()).toBe(1);
  });

  it('names the invalid part of a response', async () => {
    const { client } = clientOf(() => Response.json({ peers: [{ host: 'https://node.example.org' }] }));
    const error = await errorOf(client.call(getPeers, {}));
    // Callers repeat requests without a response; another one would have the same response.
    expect(error).toMatchObject({ title: 'Unknown answer from the node', status: 200 });
    expect(error.errors[0]?.path).toBe('peers.0.state');
  });

  it('reports an unreachable node when the connection fails', async () => {
    const { client } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')));
    const error = await errorOf(client.call(getOverview, {}));
    expect(error).toMatchObject({ title: 'The node doesn’t answer', status: null });
  });

  it('passes on an abort unchanged', async () => {
    const { client } = clientOf(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    await expect(client.call(getOverview, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
