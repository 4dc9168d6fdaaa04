import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { messageText } from '../../src/core/messages/message-text.ts';
import { longFile, type Sharer, startSharer } from './sharer.ts';

/** A server with arbitrary responses; by default it signs everybody in and stores nothing. */
interface HostileNode {
  host: string;
  asked: string[];
  bytes: number;
  store: (request: IncomingMessage, response: ServerResponse, start: number, body: Buffer) => void;
  signIn: (response: ServerResponse) => void;
  stop(): Promise<void>;
}

const json = (response: ServerResponse, status: number, document: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
};

async function startHostileNode(): Promise<HostileNode> {
  const server: Server = createServer(async (request, response) => {
    node.asked.push(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    node.bytes += body.length;
    if (request.url === '/api/v1/auth.twa') node.signIn(response);
    else node.store(request, response, Number(request.headers['x-chunk-start'] ?? 0), body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: HostileNode = {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    bytes: 0,
    store: (_request, response) => json(response, 404, {}),
    signIn: (response) => json(response, 200, { auth_v1_token: 'a-token' }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

let sharer: Sharer;
let node: HostileNode;

beforeEach(async () => {
  [sharer, node] = await Promise.all([startSharer({ partBytes: 64 * 1024 }), startHostileNode()]);
  await sharer.addPeer(node.host);
});
afterEach(async () => {
  await sharer.stop();
  await node.stop();
});

/** Shares a file of a few parts and returns the result of the first try. */
async function tryToShare(size = 200 * 1024): Promise<{ state: string; message: string }> {
  const { host } = node;
  const sha256 = await sharer.addContent(longFile(size));
  await sharer.sharing.signIn(host);
  await sharer.sharing.share(sha256, { host, listed: true });
  const { state, message } = await sharer.until(() => {
    const share = sharer.shareOf(sha256, host);
    return share && (share.message !== null || share.state === 'shared') ? share : undefined;
  });
  return { state, message: message ? messageText(message) : '' };
}

describe('a node that receives a file', () => {
  it('is not trusted when it returns another content id', async () => {
    const other = contentIdOf(Buffer.alloc(32, 1));
    node.store = (_request, response, start, body) =>
      json(
        response,
        200,
        start + body.length < 200 * 1024
          ? { upload_id: 'u', current_size: start + body.length }
          : { content_id: other },
      );
    const { state, message } = await tryToShare();
    expect(state).toBe('waiting');
    expect(message).toContain('another file than the one sent');
  });

  it('is not trusted when it claims more bytes than it received', async () => {
    node.store = (_request, response) => json(response, 200, { upload_id: 'u', current_size: 150 * 1024 });
    const { state, message } = await tryToShare();
    expect(state).toBe('waiting');
    expect(message).toContain('impossible');
    expect(node.bytes).toBeLessThan(100 * 1024);
  });

  it.each([
    ['makes no progress', { upload_id: 'u', current_size: 0 }],
    ['counts backwards', { upload_id: 'u', current_size: -5 }],
    ['returns an impossible size', { upload_id: 'u', current_size: 1e300 }],
    ['injects a header', { upload_id: 'u\r\nX-Evil: 1', current_size: 65_536 }],
    ['answers something else', ['?']],
  ])('gets at most one part when it %s', async (_what, answer) => {
    node.store = (_request, response) => json(response, 200, answer);
    const { state } = await tryToShare();
    expect(state).toBe('waiting');
    expect(node.bytes).toBeLessThan(100 * 1024);
  });

  it('gets the file again when it reports an impossible offset', async () => {
    const { host } = node;
    const size = 100 * 1024;
    const starts: number[] = [];
    node.store = (request, response, start, body) => {
      if (request.method === 'PATCH') return json(response, 200, {});
      starts.push(start);
      if (request.method === 'HEAD') {
        response.writeHead(200, { 'X-Current-Size': size }).end();
      } else if (starts.length === 2) {
        response.destroy();
      } else if (start + body.length < size) {
        json(response, 200, { upload_id: 'u', current_size: start + body.length });
      } else json(response, 201, { content_id: contentIdOf(sha256) });
    };
    const sha256 = await sharer.addContent(longFile(size));
    await sharer.sharing.signIn(host);
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.until(() => sharer.shareOf(sha256, host)?.message);
    // As if from a backup of the time before the second part.
    sharer.db.prepare('UPDATE shares SET sent_bytes = 65536').run();
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.untilState(sha256, host, 'shared');
    expect(starts).toEqual([0, 65_536, 0, 0, 65_536]);
  });

  it('is given up after a few times when it changes its offset back and forth', async () => {
    node.store = (request, response, start, body) => {
      if (request.headers['x-upload-id']) {
        json(response, 409, { code: 'offset_mismatch', detail: 'No.', current_size: 0 });
      } else json(response, 200, { upload_id: 'u', current_size: start + body.length });
    };
    const { state } = await tryToShare();
    expect(state).toBe('waiting');
    expect(node.asked.length).toBeLessThan(12);
  });

  it('is disconnected when its answer has no end', async () => {
    node.store = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        if (!response.destroyed) response.write(' '.repeat(64 * 1024), () => setImmediate(more));
      };
      more();
    };
    const { state, message } = await tryToShare();
    expect(state).toBe('waiting');
    expect(message).not.toBeNull();
  });

  it('is not followed to a redirect, least of all with a token', async () => {
    const target = await startHostileNode();
    node.store = (request, response) =>
      void response.writeHead(307, { Location: `${target.host}${request.url}` }).end();
    const { state, message } = await tryToShare();
    await target.stop();
    expect(state).toBe('waiting');
    expect(message).toContain('redirects to another');
    expect(target.asked).toEqual([]);
  });

  it('is not asked in a loop when it rejects its own tokens', async () => {
    node.store = (_request, response) => json(response, 401, { code: 'unauthorized', detail: 'No.' });
    const { message } = await tryToShare();
    expect(message).toContain('doesn’t accept the session');
    // Two to sign in, two to sign in again, and two tries.
    expect(node.asked.filter((asked) => asked.endsWith('auth.twa')).length).toBe(4);
    expect(node.asked.filter((asked) => asked.endsWith('storage')).length).toBe(2);
  });

  it('is quoted without control characters when it refuses permanently', async () => {
    node.store = (_request, response) =>
      json(response, 507, { code: 'insufficient_storage', detail: `\u202eFull\u0007 ${'!'.repeat(5000)}` });
    const { state, message } = await tryToShare();
    expect(state).toBe('failed');
    expect(message).toMatch(/^The node has no space for the file\. The node’s message: “Full !+”$/);
    expect(message.length).toBeLessThan(400);
  });
});

describe('a node that repeats the token', () => {
  it('does not put it into messages', async () => {
    const { host } = node;
    node.store = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(404).end();
      else json(response, 507, { detail: `No room for ${request.headers.authorization}.` });
    };
    const sha256 = await sharer.addContent(longFile(1024));
    await sharer.sharing.signIn(host, 'a-secret-token');
    await sharer.sharing.share(sha256, { host, listed: true });
    const { message } = await sharer.untilState(sha256, host, 'failed');
    expect(message?.params).toMatchObject({ text: 'No room for Bearer ….' });
  });
});

describe('an unshared file', () => {
  /**
   * A node that has received everything, does not answer yet, and stores it when two removal requests have
   * arrived.
   */
  it('is removed once it is stored when the node stores it at the time', async () => {
    const { host } = node;
    const size = 100 * 1024;
    let stored = false;
    node.store = (request, response, start, body) => {
      if (request.method === 'DELETE') {
        if (stored) json(response, 200, { deleted: true });
        else json(response, 404, { code: 'content_not_found', detail: 'No.' });
        stored = node.asked.filter((asked) => asked.startsWith('DELETE')).length > 1;
      } else if (start + body.length < size) {
        json(response, 200, { upload_id: 'u', current_size: start + body.length });
      } else void sharer.sharing.unshare(sha256, host);
    };
    const sha256 = await sharer.addContent(longFile(size));
    await sharer.sharing.signIn(host);
    await sharer.sharing.share(sha256, { host, listed: false });
    const { message } = await sharer.until(() => {
      const share = sharer.shareOf(sha256, host);
      return share?.message ? share : undefined;
    });
    expect(message?.reason).toBe('sharing.mayStillStore');
    await sharer.until(() => sharer.shareOf(sha256, host) === undefined);
    expect(node.asked.filter((asked) => asked.startsWith('DELETE')).length).toBe(3);
    expect(sharer.activity.at(-1)).toMatchObject({ detail: 'activity.unshared' });
  });

  it('is forgotten at once when the node has refused it', async () => {
    const { host } = node;
    node.store = (request, response) => {
      if (request.method === 'DELETE') json(response, 404, { code: 'content_not_found', detail: 'No.' });
      else json(response, 507, { code: 'insufficient_storage', detail: 'Full.' });
    };
    const sha256 = await sharer.addContent(longFile(1024));
    await sharer.sharing.signIn(host);
    await sharer.sharing.share(sha256, { host, listed: false });
    await sharer.untilState(sha256, host, 'failed');
    await sharer.sharing.unshare(sha256, host);
    await sharer.until(() => sharer.shareOf(sha256, host) === undefined);
    expect(node.asked.filter((asked) => asked.startsWith('DELETE')).length).toBe(1);
  });
});

describe('a sign-in by a node', () => {
  it.each([
    ['without a token', {}],
    ['with a token that fits no header', { auth_v1_token: 'a\r\nb' }],
    ['with a huge token', { auth_v1_token: 'a'.repeat(10_000) }],
  ])('%s is not used', async (_what, answer) => {
    node.signIn = (response) => json(response, 200, answer);
    await expect(sharer.sharing.signIn(node.host)).rejects.toMatchObject({ code: 'peer_invalid' });
    expect(sharer.sharing.hosts()).toMatchObject([{ signed_in: null }]);
  });
});

describe('a locally damaged file', () => {
  it('is not sent, and the other node is not blamed', async () => {
    node.store = (_request, response, start, body) =>
      json(response, 200, { upload_id: 'u', current_size: start + body.length });
    const sha256 = await sharer.addContent(longFile(2 * 1024 * 1024));
    await sharer.blobs.delete(sha256);
    await sharer.sharing.signIn(node.host);
    await sharer.sharing.share(sha256, { host: node.host, listed: false });
    const { message } = await sharer.untilState(sha256, node.host, 'failed');
    expect(message?.reason).toBe('sharing.cannotSend');
  });
});
