import { afterAll, describe, expect, it } from 'vitest';
import {
  codesOf,
  type Described,
  DocumentSchemas,
  follow,
  type OpenApiDocument,
  operationsOf,
  responseOf,
} from '../../../support/http/openapi-document.ts';
import type { RawAnswer } from '../../../support/http/raw-request.ts';
import { startWorld } from '../../../support/node/conformance-fixture.ts';
import { errorCaseOf, impossible } from '../../../support/node/error-cases.ts';
import { usualCalls } from '../../../support/node/usual-calls.ts';

/** Calls every operation in the document of a running node and checks every documented response. */

const world = await startWorld();
const document = (await (await world.open.ask('/api/openapi.json')).json()) as OpenApiDocument;
const schemas = new DocumentSchemas(document);
afterAll(() => world.stop());

/** Headers that occur only in some of the cases that share a response. */
const isSometimes = (status: string, header: string) =>
  (status === 'default' && header !== 'X-Request-Id') ||
  (status === '415' && header === 'Accept-Encoding') ||
  (status === '503' && header === 'Retry-After');

/** Whether a response matches the document for its status. */
function expectDocumented({ name, method, operation }: Described, status: string, answer: RawAnswer): void {
  const response = responseOf(document, operation, status);
  expect(response, `${name} does not document ${status}`).toBeDefined();
  for (const [header, reference] of Object.entries(response?.headers ?? {})) {
    const value = answer.headers[header.toLowerCase()];
    if (value === undefined && isSometimes(status, header)) continue;
    const { schema } = follow(document, String(reference.$ref)) as { schema: Record<string, unknown> };
    expect(schemas.errors(schema, value), `${header}: ${value}`).toEqual([]);
  }
  if (!response?.content || method === 'HEAD' || answer.status === 304) {
    expect(answer.body).toHaveLength(0);
    return;
  }
  const [[mediaType, { schema }] = ['', {}]] = Object.entries(response.content);
  if (mediaType !== '*/*') expect(answer.headers['content-type']?.split(';')[0]).toBe(mediaType);
  if (schema) expect(schemas.errors(schema, answer.json())).toEqual([]);
}

/** The operation that an alias stands for. */
const mainOf = ({ name, method, operation }: Described): string =>
  operation['x-alias-of'] ? `${method} ${operation['x-alias-of']}` : name;

async function cause(described: Described, what: string): Promise<RawAnswer> {
  const { method, path, operation } = described;
  const main = mainOf(described);
  const usual = await usualCalls[main]?.(world);
  if (!usual) throw new Error(`Say in test/support/node/usual-calls.ts how ${main} is called.`);
  const how = errorCaseOf(main, what);
  if (!how) throw new Error(`Say in test/support/node/error-cases.ts how ${main} answers ${what}.`);
  return how({ world, target: { method, path }, operation, usual });
}

const isPossible = (described: Described, what: string): boolean =>
  !impossible[what] && !impossible[`${mainOf(described)} ${what}`];

describe.each(operationsOf(document))('$name', (described) => {
  const { name, operation } = described;
  const statuses = Object.keys(operation.responses);
  const successes = statuses.filter((status) => /^[23]/.test(status) && isPossible(described, status));
  const problems = statuses
    .filter((status) => /^[45]/.test(status))
    .flatMap((status) => {
      const response = responseOf(document, operation, status);
      return (response ? codesOf(response) : []).map((code) => ({ status, code }));
    })
    .filter(({ code }) => isPossible(described, code));

  it.each(successes)('answers %s', async (status) => {
    const answer = await cause(described, status);
    expect(`${answer.status} ${answer.status >= 400 ? answer.body : ''}`.trim()).toBe(status);
    expectDocumented(described, status, answer);
  });

  it.each(problems)('answers $status $code', async ({ status, code }) => {
    const answer = await cause(described, code);
    expect(`${answer.status} ${answer.body}`).toMatch(new RegExp(`^${status}`));
    if (described.method !== 'HEAD') expect(answer.json()).toMatchObject({ status: Number(status), code });
    expectDocumented(described, status, answer);
  });

  const answersHead = async () => {
    const { path } = described;
    const usual = await usualCalls[mainOf(described)]?.(world);
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => world.send(world.open, { method, path }, usual ?? {})),
    );
    expect(head?.status).toBe(get?.status);
    expect(head?.body).toHaveLength(0);
    // The body may change between two requests, but not its type.
    const { date: _, 'x-request-id': __, 'content-length': ___, ...same } = get?.headers ?? {};
    expect(head?.headers).toMatchObject(same);
  };
  if (described.method === 'GET') it('answers HEAD like GET, without the body', answersHead);

  const refusesOthers = async () => {
    const { path } = described;
    const there = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase());
    const others = ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter((other) => !there.includes(other));
    for (const method of others) {
      const response = await world.send(world.open, { method, path }, { params: { id: 'x' } });
      expect(response.json(), `${method} ${name}`).toMatchObject({ status: 405, code: 'method_not_allowed' });
      expect(response.headers.allow?.split(', ')).toEqual(expect.arrayContaining([...there, 'OPTIONS']));
      expectDocumented(described, 'default', response);
    }
    const options = await world.send(world.open, { method: 'OPTIONS', path }, { params: { id: 'x' } });
    expect(options.status).toBe(204);
    expect(options.headers.allow?.split(', ')).toEqual(expect.arrayContaining(there));
  };
  // The response to HEAD is documented without the body of other methods.
  if (described.method !== 'HEAD') it('answers other methods with 405 and the allowed ones', refusesOthers);
});
