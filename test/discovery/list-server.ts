import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentIdOf } from '../../src/core/content-id.ts';

type Query = { since: string; limit: number };
type Page = { items: unknown[]; next_cursor: unknown };

export const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest();
export const idOf = (name: string): string => contentIdOf(hashOf(name));

/** A record in the form of a node's list. */
export const recordOf = (name: string, members: object = {}): object => ({
  content_id: idOf(name),
  content_sha256: hashOf(name).toString('hex'),
  content_type: 'text/plain',
  size: 10,
  title: name,
  description: '',
  authors: [],
  hashtags: [],
  cover_id: null,
  owner: null,
  published: true,
  created_at: '2026-01-31T12:00:00.000Z',
  ...members,
});

export interface ListServer {
  host: string;
  /** The received requests. */
  asked: Query[];
  /** Answers with a page, or writes the response itself. */
  answer: (query: Query, response: ServerResponse) => Page | undefined;
  stop(): Promise<void>;
}

/** A valid list: its items in order, from the position in the cursor. */
export const listOf =
  (items: readonly unknown[], key = 'c') =>
  ({ since, limit }: Query): Page => {
    const start = since === '' ? 0 : Number(since.slice(key.length));
    const page = items.slice(start, start + limit);
    return { items: page, next_cursor: `${key}${start + page.length}` };
  };

/** A server with only a list of contents, with responses controlled by the test. */
export async function startListServer(answer: ListServer['answer'] = listOf([])): Promise<ListServer> {
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== '/api/v1/content.list') {
      response.writeHead(404).end();
      return;
    }
    const query = { since: searchParams.get('since') ?? '', limit: Number(searchParams.get('limit')) };
    server.asked.push(query);
    const page = server.answer(query, response);
    if (!page) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: ListServer = {
    host: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked: [],
    answer,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

export const refuse = (response: ServerResponse, status: number, code: string): undefined => {
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ code }));
};
