import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PeerFailure } from '../../../src/contract/dashboard-api/peers.ts';
import { toMessage } from '../../../src/core/messages/message.ts';
import { messageText } from '../../../src/core/messages/message-text.ts';
import { signProblem } from '../../../src/features/peers/handshake/handshake-problem.ts';
import { failureMessages } from '../../../src/platform/net/failures/failure-messages.ts';
import { type AnsweringNode, startAnsweringNode } from '../../peers/support/answering-node.ts';
import { startTestPeers, type TestPeers } from '../../peers/support/test-peers.ts';
import { type Certificate, makeAuthority, makeCertificate } from './certificates.ts';

const authority = makeAuthority('Known authority');
const closers: (() => void)[] = [];
let own: TestPeers;

beforeAll(() => {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert]);
});
afterAll(() => {
  tls.setDefaultCACertificates(tls.getCACertificates('bundled'));
});
beforeEach(() => {
  own = startTestPeers({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
});
afterEach(async () => {
  await own.stop();
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
const secure = (certificate: Certificate) => listen(createHttpsServer(certificate, (_q, r) => r.end('{}')));

type FailureText = Omit<PeerFailure, 'message' | 'remedy'> & { message: string; remedy: string };

const inEnglish = (failure: PeerFailure): FailureText => ({
  ...failure,
  message: messageText(failure.message),
  remedy: messageText(failure.remedy),
});

async function diagnose(url: string): Promise<FailureText> {
  const { failure } = await own.peers.add(url);
  if (!failure) throw new Error('it went well');
  return inEnglish(failure);
}

describe('a failed TLS connection', () => {
  const name = 'node.example';
  const cases: [string, () => Certificate, RegExp, RegExp][] = [
    ['expired', () => makeCertificate(name, authority, [-30, -1]), /has expired/, /renew/],
    ['not valid yet', () => makeCertificate(name, authority, [1, 30]), /isn’t valid yet/, /date/],
    ['for another name', () => makeCertificate('other.example', authority), /another name/, /spelling/],
    ['self-signed', () => makeCertificate(name), /made by its owner/, /certificate/],
    [
      'of an unknown authority',
      () => makeCertificate(name, makeAuthority('Stranger')),
      /doesn’t know/,
      /chain/,
    ],
  ];
  it.each(cases)('reports a certificate that is %s', async (_what, make, message, remedy) => {
    const port = await secure(make());
    expect(await diagnose(`https://${name}:${port}`)).toMatchObject({
      code: 'tls',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
      reported_by: 'this_node',
    });
  });

  it('accepts a valid certificate', async () => {
    const port = await secure(makeCertificate(name, authority));
    expect(await diagnose(`https://${name}:${port}`)).toMatchObject({ code: 'not_a_node' });
  });

  it('reports plain http instead of https', async () => {
    const port = await listen(createHttpServer((_q, r) => r.end()));
    expect(await diagnose(`https://${name}:${port}`)).toMatchObject({
      code: 'tls',
      message: expect.stringContaining('without encryption'),
      remedy: expect.stringContaining('http://'),
    });
  });

  it('reports https instead of plain http', async () => {
    const port = await secure(makeCertificate(name, authority));
    const { message, remedy } = await diagnose(`http://${name}:${port}`);
    expect(`${message} ${remedy}`).toContain('https://');
  });
});

describe('other causes', () => {
  it('distinguishes a failed lookup from an unknown name', async () => {
    const failures = [];
    for (const code of ['EAI_AGAIN', 'ENOTFOUND']) {
      await own.stop();
      own = startTestPeers({ resolve: () => Promise.reject(Object.assign(new Error(), { code })) });
      failures.push(await diagnose('https://node.example'));
    }
    expect(failures).toMatchObject([
      { code: 'name_not_found', message: expect.stringContaining('offline') },
      { code: 'name_not_found', message: expect.stringContaining('No computer has this name') },
    ]);
  });

  it('reports an interrupted connection', async () => {
    const port = await listen(createTcpServer((socket) => socket.resetAndDestroy()));
    expect(await diagnose(`http://node.example:${port}`)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('interrupted'),
    });
  });

  it('has a plain message and a remedy for every cause', () => {
    const words = Object.values(failureMessages);
    expect(new Set(words.map(({ message }) => message)).size).toBe(words.length);
    for (const failure of words) {
      const [message, remedy] = [
        messageText(toMessage(failure.message)),
        messageText(toMessage(failure.remedy)),
      ];
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(remedy).toMatch(/^[A-Z].*\.$/);
      expect(`${message} ${remedy}`).not.toMatch(/Ed25519|DNS|TCP|ECONN|nonce|JSON|\bTON\b/);
    }
  });
});

describe('a refusal by the other node', () => {
  let node: AnsweringNode;
  beforeEach(async () => {
    node = await startAnsweringNode({ now: () => own.time.now });
  });
  afterEach(() => node.stop());

  const refuseWith = (code: string) => {
    node.intercept = (_request, response, body) => {
      const problem = signProblem(node.identity, body, { code, title: '', status: 400 }, own.time.now);
      response
        .writeHead(code === 'too_busy' ? 503 : 400, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify(problem));
      return true;
    };
  };

  it.each([
    ['public_host_invalid', 'rejected', /public address/],
    ['invalid_signature', 'rejected', /on the way/],
    ['too_busy', 'unreachable', /overloaded/],
    ['something_new', 'rejected', /something_new/],
    ['constructor', 'rejected', /constructor/],
    ['stale_timestamp', 'rejected', /stale_timestamp/],
  ])('reports the signed reason %s', async (reason, code, message) => {
    refuseWith(reason);
    expect(await diagnose(node.host)).toMatchObject({
      code,
      message: expect.stringMatching(message),
      reported_by: 'peer',
    });
  });

  it('does not show a reason that is more than a code', async () => {
    refuseWith('Call <b>+1 555</b>');
    expect((await diagnose(node.host)).message).not.toMatch(/555/);
  });

  it.each([
    [7, 'behind'],
    [-7, 'ahead of'],
  ])('reports a clock that is off by %d minutes, with the direction', async (minutes, direction) => {
    node.now = () => own.time.now + minutes * 60_000;
    expect(await diagnose(node.host)).toMatchObject({
      code: 'clock_off',
      message: expect.stringContaining(`7 minutes ${direction} the node’s`),
      remedy: expect.stringContaining('date'),
      reported_by: 'peer',
    });
    expect(Math.abs((own.peers.clockOffset()?.offsetMs ?? 0) - minutes * 60_000)).toBeLessThan(2000);
  });

  it('detects a wrong clock on this side too, when the other does not check', async () => {
    const stale = await startAnsweringNode({ now: () => own.time.now });
    stale.intercept = (_request, _response, body) => {
      own.time.now = JSON.parse(body).timestamp * 1000 + 7 * 60_000;
      stale.now = () => own.time.now - 7 * 60_000;
      return false;
    };
    expect(await diagnose(stale.host)).toMatchObject({
      code: 'clock_off',
      message: expect.stringContaining('7 minutes ahead of'),
    });
    await stale.stop();
  });

  it('reports a requested pause with its end', async () => {
    node.intercept = (_request, response) => {
      response.writeHead(429, { 'retry-after': '600' }).end();
      return true;
    };
    const until = new Date(own.time.now + 600_000).toISOString();
    const { message } = await diagnose(node.host);
    expect(message).toContain(`a pause of 10 minutes, until ${until}`);
    expect(own.peers.list()).toMatchObject([{ next_attempt: until }]);
  });

  it.each([
    ['2.0.0', 'peers.updateThisNode'],
    ['0.9.0', 'peers.updateOtherNode'],
  ])('reports which side to update for version %s', async (version, who) => {
    node.version = version;
    const peer = await own.peers.add(node.host);
    expect(peer).toMatchObject({
      state: 'incompatible',
      failure: {
        code: 'version',
        message: { reason: 'peers.versionIncompatible', params: { own: '1.0.0', other: version } },
        remedy: { reason: who },
      },
    });
    node.version = '1.0.0';
    expect(await own.peers.retry(node.host)).toMatchObject({ state: 'compatible', failure: null });
  });
});
