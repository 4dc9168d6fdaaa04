import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import {
  addHeaders,
  dropPrepared,
  headerOf,
  prepareHeaders,
} from '../../../src/platform/http/endpoint/response-headers.ts';

let close = (): void => {};
afterEach(() => close());

async function headersBy(handle: RequestListener): Promise<Headers> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  close = () => server.close();
  await new Promise((resolve) => server.once('listening', resolve));
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).headers;
}

it('adds headers to a response with and without its own', async () => {
  const named = await headersBy((_request, response) => {
    addHeaders(response, ['Vary', 'Origin']);
    addHeaders(response, ['X-Request-Id', 'a']);
    expect(headerOf(response, 'X-Request-Id')).toBe('a');
    response.writeHead(204, { Allow: 'GET' }).end();
  });
  expect(Object.fromEntries(named)).toMatchObject({ vary: 'Origin', 'x-request-id': 'a', allow: 'GET' });
  const unnamed = await headersBy((_request, response) => {
    addHeaders(response, ['Vary', 'Origin']);
    response.end();
  });
  expect(unnamed.get('vary')).toBe('Origin');
});

it.each<[string, RequestListener]>([
  ['in its own list', (_request, response) => response.writeHead(200, { 'Referrer-Policy': 'origin' }).end()],
  ['by its name', (_request, response) => response.setHeader('referrer-policy', 'origin').end()],
  [
    'prepared for its body',
    (_request, response) => {
      prepareHeaders(response, ['Referrer-Policy', 'origin']);
      response.end('body');
    },
  ],
])('lets a response replace a header %s', async (_how, answer) => {
  const headers = await headersBy((request, response) => {
    addHeaders(response, ['Referrer-Policy', 'no-referrer']);
    answer(request, response);
  });
  expect(headers.get('referrer-policy')).toBe('origin');
});

it('keeps a header whose name is the value of another', async () => {
  const headers = await headersBy((_request, response) => {
    addHeaders(response, ['Vary', 'Origin']);
    response.writeHead(200, { Allow: 'Vary' }).end();
  });
  expect(headers.get('vary')).toBe('Origin');
});

it('drops the headers of a body that is not sent', async () => {
  const headers = await headersBy((_request, response) => {
    addHeaders(response, ['Vary', 'Origin']);
    prepareHeaders(response, ['ETag', '"a"']);
    response.setHeader('Cache-Control', 'public');
    dropPrepared(response);
    response.end();
  });
  expect(headers.get('vary')).toBe('Origin');
  expect(headers.get('etag')).toBeNull();
  expect(headers.get('cache-control')).toBeNull();
});
