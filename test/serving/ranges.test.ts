import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHttpDate } from '../../src/platform/http/file-responses/http-date.ts';
import { type RawAnswer, rawRequest } from '../support/http/raw-request.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

/** Every case names its section of RFC 9110. */

let alcove: TestNode;
/** The time at which the file was stored, in whole seconds. */
let stored: number;

const bytes = randomBytes(1000);
const idOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const tag = `"${idOf(bytes)}"`;

beforeAll(async () => {
  alcove = await startTestNode();
  const token = await alcove.token('storage:write');
  for (const body of [bytes, Buffer.alloc(0)]) {
    await alcove.ask('/api/v1/storage', { method: 'POST', body, headers: { Authorization: token } });
  }
  stored = Date.parse((await ask('HEAD', {})).headers['last-modified'] ?? '');
});
afterAll(() => alcove.stop());

const ask = (
  method: string,
  headers: Record<string, string | string[]>,
  id = idOf(bytes),
): Promise<RawAnswer> => rawRequest(`${alcove.node.nodeUrl}/api/v1/storage/${id}`, { method, headers });

const after = (seconds: number) => new Date(stored + seconds * 1000);
/** The current date format, then the two obsolete ones. */
const imf = (date: Date) => date.toUTCString();
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const rfc850 = (date: Date) => {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${dayNames[date.getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`;
};
const asctime = (date: Date) => {
  const [name, day, month, year, time] = date.toUTCString().split(' ');
  return `${name?.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
};

/** The whole file, the part [from, to), or a status. */
type Expected = 'whole' | [from: number, to: number] | 304 | 412 | 416;

async function expectAnswer(answer: RawAnswer, expected: Expected): Promise<void> {
  expect(answer.headers['x-request-id']).toBeDefined();
  if (expected === 'whole') {
    expect(answer.status).toBe(200);
    expect(answer.headers['content-range']).toBeUndefined();
    expect(answer.body.equals(bytes)).toBe(true);
  } else if (Array.isArray(expected)) {
    const [from, to] = expected;
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/1000`);
    expect(answer.headers['content-length']).toBe(String(to - from));
    expect(answer.body.equals(bytes.subarray(from, to))).toBe(true);
  } else if (expected === 304) {
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
  } else {
    expect(answer.status).toBe(expected);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json().code).toBe(expected === 412 ? 'precondition_failed' : 'range_not_satisfiable');
    expect(answer.headers['content-range']).toBe(expected === 416 ? 'bytes */1000' : undefined);
    expect(answer.headers.etag).toBeUndefined();
  }
}

describe('Range', () => {
  it.each<[section: string, range: string, Expected]>([
    ['14.1.2, first and last position', 'bytes=0-9', [0, 10]],
    ['14.1.2, one byte', 'bytes=0-0', [0, 1]],
    ['14.1.2, the last byte', 'bytes=999-999', [999, 1000]],
    ['14.1.2, open end', 'bytes=990-', [990, 1000]],
    ['14.1.2, all by an open end', 'bytes=0-', [0, 1000]],
    ['14.1.2, last position beyond the end', 'bytes=0-99999', [0, 1000]],
    ['14.1.2, last position beyond what a number holds', 'bytes=5-99999999999999999999999999999', [5, 1000]],
    ['14.1.2, suffix', 'bytes=-10', [990, 1000]],
    ['14.1.2, suffix longer than the file', 'bytes=-99999', [0, 1000]],
    ['14.1.2, suffix of nothing is not satisfiable', 'bytes=-0', 416],
    ['14.1.1, last position before the first is invalid', 'bytes=9-0', 'whole'],
    ['14.2, first position at the end', 'bytes=1000-', 416],
    ['14.2, first position beyond the end', 'bytes=1000-1001', 416],
    ['14.2, all of several ranges beyond the end', 'bytes=1000-1001, 2000-', 416],
    ['14.2, one of several ranges beyond the end', 'bytes=0-1,5000-6000', [0, 2]],
    ['14.2, several ranges may be answered as a whole', 'bytes=0-1,5-6', 'whole'],
    ['15.3.7.2, overlapping ranges', 'bytes=0-5,3-9', [0, 10]],
    ['15.3.7.2, overlapping ranges in another order', 'bytes=-10,900-995', [900, 1000]],
    ['15.3.7.2, ranges that touch', 'bytes=0-4,5-9', [0, 10]],
    ['15.3.7.2, one range within another', 'bytes=0-99,10-20', [0, 100]],
    ['14.2, very many ranges', `bytes=${'0-0,2-2,'.repeat(1500)}4-4`, 'whole'],
    ['14.1, unit names are case-insensitive', 'Bytes=0-9', [0, 10]],
    ['14.2, unknown units are ignored', 'lines=0-1', 'whole'],
    ['5.6.1.2, empty members of a list', 'bytes=,0-4,, 5-9 ,', [0, 10]],
    ['14.1.1, no range at all', 'bytes=', 'whole'],
    ['14.1.1, no unit', '0-9', 'whole'],
    ['14.1.1, a hyphen alone', 'bytes=-', 'whole'],
    ['14.1.1, two hyphens', 'bytes=--5', 'whole'],
    ['14.1.1, three numbers', 'bytes=1-2-3', 'whole'],
    ['14.1.1, not decimal', 'bytes=0x0-0x9', 'whole'],
    ['14.1.1, letters after digits', 'bytes=1a-5b', 'whole'],
    ['14.1.1, spaces within', 'bytes=0 - 9', 'whole'],
    ['14.1.1, one invalid among valid ones', 'bytes=0-1,nonsense', 'whole'],
    ['14.1.1, invalid text', 'nonsense', 'whole'],
  ])('%s: %s', async (_section, range, expected) => {
    await expectAnswer(await ask('GET', { Range: range }), expected);
  });

  it('14.2: is defined for GET only', async () => {
    for (const range of ['bytes=0-1', 'bytes=5000-']) {
      const response = await ask('HEAD', { Range: range });
      expect(response.status).toBe(200);
      expect(response.headers['content-length']).toBe('1000');
      expect(response.headers['content-range']).toBeUndefined();
    }
  });

  it.each([
    ['14.1.2, no byte has a position', 'bytes=0-', 416],
    ['14.1.2, the last bytes of nothing are nothing', 'bytes=-5', 200],
    ['14.1.2, suffix of nothing', 'bytes=-0', 416],
    ['14.2, malformed', 'bytes=x', 200],
  ])('of an empty file: %s', async (_section, range, status) => {
    const response = await ask('GET', { Range: range }, idOf(Buffer.alloc(0)));
    expect(response.status).toBe(status);
    if (status === 200) expect(response.headers['content-length']).toBe('0');
    else expect(response.headers['content-range']).toBe('bytes */0');
  });
});

describe('conditions', () => {
  const day = 86_400;
  const other = `"${'0'.repeat(64)}"`;
  const withComma = '"a, b"';
  const ranged = (headers: Record<string, string>) => ({ Range: 'bytes=0-1', ...headers });

  it.each<[section: string, headers: () => Record<string, string | string[]>, Expected]>([
    ['13.1.1, If-Match names it', () => ({ 'If-Match': tag }), 'whole'],
    ['13.1.1, If-Match *', () => ({ 'If-Match': '*' }), 'whole'],
    ['13.1.1, If-Match in a list', () => ({ 'If-Match': `${other}, ${withComma} ,${tag}` }), 'whole'],
    ['13.1.1, If-Match in two lines', () => ({ 'If-Match': [other, tag] }), 'whole'],
    ['13.1.1, If-Match names another', () => ({ 'If-Match': other }), 412],
    ['8.8.3.2, If-Match compares strongly', () => ({ 'If-Match': `W/${tag}` }), 412],
    ['8.8.3, If-Match without quotes', () => ({ 'If-Match': idOf(bytes) }), 412],
    ['8.8.3, the tag within another one', () => ({ 'If-Match': `"x,${idOf(bytes)}"` }), 412],
    ['13.1.4, If-Unmodified-Since later', () => ({ 'If-Unmodified-Since': imf(after(day)) }), 'whole'],
    [
      '13.1.4, If-Unmodified-Since the same second',
      () => ({ 'If-Unmodified-Since': imf(after(0)) }),
      'whole',
    ],
    ['13.1.4, If-Unmodified-Since earlier', () => ({ 'If-Unmodified-Since': imf(after(-1)) }), 412],
    ['13.1.4, If-Unmodified-Since that is no date', () => ({ 'If-Unmodified-Since': '1970-01-01' }), 'whole'],
    [
      '13.1.4, If-Match comes before If-Unmodified-Since',
      () => ({ 'If-Match': tag, 'If-Unmodified-Since': imf(after(-day)) }),
      'whole',
    ],
    ['13.1.2, If-None-Match names it', () => ({ 'If-None-Match': tag }), 304],
    ['13.1.2, If-None-Match *', () => ({ 'If-None-Match': '*' }), 304],
    ['8.8.3.2, If-None-Match compares weakly', () => ({ 'If-None-Match': `W/${tag}` }), 304],
    ['13.1.2, If-None-Match in a list', () => ({ 'If-None-Match': `${withComma}, W/${tag}` }), 304],
    ['13.1.2, If-None-Match in two lines', () => ({ 'If-None-Match': [other, tag] }), 304],
    ['13.1.2, If-None-Match names another', () => ({ 'If-None-Match': other }), 'whole'],
    ['8.8.3, a quoted star is a tag', () => ({ 'If-None-Match': '"*"' }), 'whole'],
    ['8.8.3, W is upper case', () => ({ 'If-None-Match': `w/${tag}` }), 'whole'],
    ['8.8.3, no quotes', () => ({ 'If-None-Match': idOf(bytes) }), 'whole'],
    ['13.1.3, If-Modified-Since the same second', () => ({ 'If-Modified-Since': imf(after(0)) }), 304],
    ['13.1.3, If-Modified-Since later', () => ({ 'If-Modified-Since': imf(after(day)) }), 304],
    ['13.1.3, If-Modified-Since earlier', () => ({ 'If-Modified-Since': imf(after(-1)) }), 'whole'],
    ['5.6.7, the date of RFC 850', () => ({ 'If-Modified-Since': rfc850(after(0)) }), 304],
    ['5.6.7, the date of asctime', () => ({ 'If-Modified-Since': asctime(after(0)) }), 304],
    ['13.1.3, an ISO date is none', () => ({ 'If-Modified-Since': after(day).toISOString() }), 'whole'],
    ['13.1.3, a number is none', () => ({ 'If-Modified-Since': '99999999999' }), 'whole'],
    [
      '13.1.3, If-None-Match comes before If-Modified-Since',
      () => ({ 'If-None-Match': other, 'If-Modified-Since': imf(after(day)) }),
      'whole',
    ],
    [
      '13.2.2, a failed If-Match comes before If-None-Match',
      () => ({ 'If-Match': other, 'If-None-Match': tag }),
      412,
    ],
    ['13.2.2, If-None-Match comes after If-Match', () => ({ 'If-Match': tag, 'If-None-Match': tag }), 304],
    [
      '13.2.2, If-None-Match comes after If-Unmodified-Since',
      () => ({ 'If-Unmodified-Since': imf(after(0)), 'If-None-Match': tag }),
      304,
    ],
    ['13.2.2, If-None-Match comes before Range', () => ranged({ 'If-None-Match': tag }), 304],
    ['13.2.2, If-Match comes before Range', () => ranged({ 'If-Match': other }), 412],
    [
      '13.2.2, a matching If-None-Match comes before an invalid Range',
      () => ({ Range: 'bytes=5000-', 'If-None-Match': tag }),
      304,
    ],
    ['13.1.5, If-Range names it', () => ranged({ 'If-Range': tag }), [0, 2]],
    ['13.1.5, If-Range names another', () => ranged({ 'If-Range': other }), 'whole'],
    ['13.1.5, If-Range compares strongly', () => ranged({ 'If-Range': `W/${tag}` }), 'whole'],
    ['13.1.5, If-Range accepts no star', () => ranged({ 'If-Range': '*' }), 'whole'],
    ['13.1.5, If-Range accepts no list', () => ranged({ 'If-Range': `${tag}, ${other}` }), 'whole'],
    ['13.1.5, If-Range with its date', () => ranged({ 'If-Range': imf(after(0)) }), [0, 2]],
    ['5.6.7, If-Range with the date of RFC 850', () => ranged({ 'If-Range': rfc850(after(0)) }), [0, 2]],
    ['13.1.5, If-Range with a later date', () => ranged({ 'If-Range': imf(after(day)) }), 'whole'],
    ['13.1.5, If-Range with invalid text', () => ranged({ 'If-Range': 'nonsense' }), 'whole'],
    [
      '13.1.5, If-Range of another and a range beyond the end',
      () => ({ Range: 'bytes=5000-', 'If-Range': other }),
      'whole',
    ],
    ['13.1.5, If-Range without Range', () => ({ 'If-Range': other }), 'whole'],
  ])('%s', async (_section, headers, expected) => {
    await expectAnswer(await ask('GET', headers()), expected);
    const head = await ask('HEAD', headers());
    expect(head.status).toBe(typeof expected === 'number' ? expected : 200);
    expect(head.body).toHaveLength(0);
  });

  it('13.2.1: apply only to successful responses', async () => {
    for (const headers of [{ 'If-Match': '*' }, { 'If-None-Match': '*' }, { Range: 'bytes=0-1' }]) {
      expect((await ask('GET', headers, '0'.repeat(64))).status).toBe(404);
    }
  });

  it('15.4.5: 304 has the headers for a cache, and no body', async () => {
    const { headers } = await ask('GET', { 'If-None-Match': tag });
    expect(headers).toMatchObject({
      etag: tag,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Origin',
    });
    expect(headers.date).toBeDefined();
    // A cache replaces headers of its copy by those of a 304: the policy must stay that of stored content.
    expect(headers['content-security-policy']).toMatch(/^sandbox/);
    for (const name of ['content-type', 'content-length', 'last-modified', 'repr-digest', 'content-range']) {
      expect(headers[name], name).toBeUndefined();
    }
  });

  it('15.3.7: 206 has the headers of 200', async () => {
    const [whole, part] = await Promise.all([ask('GET', {}), ask('GET', { Range: 'bytes=0-1' })]);
    for (const name of ['etag', 'last-modified', 'cache-control', 'content-type', 'vary', 'accept-ranges']) {
      expect(part.headers[name], name).toBe(whole.headers[name]);
    }
  });

  it('9.3.2: HEAD has the headers of GET', async () => {
    const [get, head] = await Promise.all([ask('GET', {}), ask('HEAD', {})]);
    const comparable = ({ headers }: RawAnswer) => ({ ...headers, date: '', 'x-request-id': '' });
    expect(comparable(head)).toEqual(comparable(get));
  });
});

describe('an HTTP date', () => {
  const now = Date.UTC(2026, 0, 1);

  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Thursday, 01-Jan-70 00:00:00 GMT', '2070-01-01T00:00:00.000Z'],
    ['Saturday, 01-Jan-77 00:00:00 GMT', '1977-01-01T00:00:00.000Z'],
    ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00.000Z'],
  ])('parses “%s” as %s', (text, iso) => {
    expect(new Date(parseHttpDate(text, now) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    '',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
    '784111777',
  ])('rejects “%s”', (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined();
  });
});
