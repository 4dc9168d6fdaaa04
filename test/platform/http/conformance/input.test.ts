import { afterAll, describe, expect, it } from 'vitest';
import {
  type Described,
  DocumentSchemas,
  follow,
  type Json,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
} from '../../../support/http/openapi-document.ts';
import { type Call, json, startWorld } from '../../../support/node/conformance-fixture.ts';
import { handshakeCall, usualCalls } from '../../../support/node/usual-calls.ts';

/** Sends input that the document does not allow, and unknown fields. */

const world = await startWorld();
const document = (await (await world.open.ask('/api/openapi.json')).json()) as OpenApiDocument;
const schemas = new DocumentSchemas(document);
afterAll(() => world.stop());

const isHandshake = ({ name }: Described) => name === 'POST /api/v1/network.handshake';
const operations = operationsOf(document).filter(({ operation }) => !operation['x-alias-of']);
const withJson = operations.filter(({ operation }) => operation.requestBody?.content['application/json']);
const withQuery = operations.filter(({ operation }) =>
  operation.parameters?.some((parameter) => parameter.in === 'query'),
);
const withHeaders = operations.filter(({ operation }) =>
  operation.parameters?.some((parameter) => parameter.in === 'header' && parameter.name.startsWith('X-')),
);

const usualOf = async ({ name }: Described): Promise<Call> => (await usualCalls[name]?.(world)) ?? {};
const send = (target: Described, call: Call) => world.send(world.open, target, call);
const bodyOf = (call: Call): Json => JSON.parse(String(call.body)) as Json;

/** The schema of a JSON body, with one reference resolved. */
function bodySchema({ operation }: Described): { properties: Record<string, Json> } {
  const schema = operation.requestBody?.content['application/json']?.schema ?? {};
  const found = schema.$ref ? follow(document, String(schema.$ref)) : schema;
  return found as { properties: Record<string, Json> };
}

/** Values of every type, of which a member accepts few. */
const oddities: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  '\0',
  'x'.repeat(20_000),
  [],
  [[[]]],
  {},
  { a: 1 },
  '__proto__',
];

describe.each(withJson)('$name', (described) => {
  it('ignores unknown fields', async () => {
    const usual = await usualOf(described);
    const expected = (await send(described, usual)).status;
    const again = await usualOf(described);
    const unknown = { unknown_field: { deep: [1] }, constructor: 1 };
    const more = isHandshake(described) ? handshakeCall(unknown) : json({ ...bodyOf(again), ...unknown });
    expect((await send(described, { ...again, ...more })).status).toBe(expected);
  });

  it('names the member that violates its schema', async () => {
    const usual = await usualOf(described);
    let refused = 0;
    for (const [member, schema] of Object.entries(bodySchema(described).properties)) {
      for (const value of oddities) {
        if (schemas.errors(schema, value).length === 0) continue;
        const response = await send(described, { ...usual, ...json({ ...bodyOf(usual), [member]: value }) });
        expect(response.json(), `${member}: ${JSON.stringify(value).slice(0, 60)}`).toMatchObject({
          status: 400,
          code: 'invalid_request',
          errors: expect.arrayContaining([
            expect.objectContaining({
              path: expect.stringMatching(new RegExp(`^body\\.${member}\\b`)),
              message: expect.any(String),
            }),
          ]),
        });
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(5);
  });

  it.each(['[]', '"text"', 'null', '1', '{"a":', '', '[1]{}', '{"a":1}x', '\uFEFF{}', "{'a':1}"])(
    'rejects %j as body',
    async (body) => {
      const response = await send(described, { ...(await usualOf(described)), body });
      expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );

  it('rejects bytes that are not UTF-8', async () => {
    const body = Buffer.from('{"a":"\xff\xfe"}', 'latin1');
    const response = await send(described, { ...(await usualOf(described)), body });
    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('rejects a body over its limit, announced or not', async () => {
    const usual = await usualOf(described);
    const body = JSON.stringify({ ...bodyOf(usual), unknown: 'x'.repeat(300 * 1024) });
    const problem = { status: 413, code: 'payload_too_large' };
    expect((await send(described, { ...usual, body })).json()).toMatchObject(problem);
    const chunked = { ...usual.headers, 'Transfer-Encoding': 'chunked' };
    expect((await send(described, { ...usual, headers: chunked, body })).json()).toMatchObject(problem);
  });

  it('survives deeply nested JSON', async () => {
    const usual = await usualOf(described);
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const body = `{"unknown":${deep},${JSON.stringify(bodyOf(usual)).slice(1)}`;
    const response = await send(described, { ...usual, body });
    expect([200, 400, 401, 503]).toContain(response.status);
  });

  const takesJsonOnly = async () => {
    const usual = await usualOf(described);
    const as = async (type: string) =>
      (await send(described, { ...usual, headers: { 'Content-Type': type } })).status;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'jsonp']) {
      expect(await as(type), type).toBe(415);
    }
    const expected = (await send(described, await usualOf(described))).status;
    const again = await usualOf(described);
    for (const type of ['application/json;charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json']) {
      const response = await send(described, { ...again, headers: { 'Content-Type': type } });
      expect(response.status, type).toBe(expected);
    }
  };
  if (!isHandshake(described)) it('accepts only the media type of JSON', takesJsonOnly);
});

/** The value of a query parameter or header for its schema. */
function asTyped({ schema }: Parameter, value: string): unknown {
  const isNumber = ['integer', 'number'].includes(String(schema.type)) && /^-?[\d.]+$/.test(value);
  return isNumber ? Number(value) : value;
}

const oddTexts = ['', '-1', '0', '1.5', '101', 'nonsense', 'x'.repeat(5000), '%00', '🜁', '../..', '{}'];

describe.each(withQuery)('$name', (described) => {
  it('rejects parameters that violate their schemas', async () => {
    const usual = await usualOf(described);
    const parameters = described.operation.parameters?.filter((one) => one.in === 'query') ?? [];
    for (const parameter of parameters) {
      for (const value of oddTexts) {
        if (schemas.errors(parameter.schema, asTyped(parameter, value)).length === 0) continue;
        const query = { ...usual.query, [parameter.name]: value };
        const response = await send(described, { ...usual, query });
        expect(response.status, `${parameter.name}=${value.slice(0, 20)}`).toBe(400);
        if (described.method === 'HEAD') continue;
        expect(response.json()).toMatchObject({
          status: 400,
          code: 'invalid_request',
          errors: [{ path: `query.${parameter.name}`, message: expect.any(String) }],
        });
      }
    }
  });

  it('ignores unknown parameters', async () => {
    const usual = await usualOf(described);
    const { status } = await send(described, usual);
    const query = { ...usual.query, unknown: 'x', constructor: 'x' };
    expect((await send(described, { ...(await usualOf(described)), query })).status).toBe(status);
  });
});

describe.each(withHeaders)('$name', (described) => {
  it('rejects headers that violate their schemas', async () => {
    const parameters = described.operation.parameters ?? [];
    let refused = 0;
    for (const parameter of parameters.filter((one) => one.in === 'header')) {
      for (const value of ['-1', '1.5', 'nonsense', 'x'.repeat(5000), '{}', '"'].filter(
        (text) => schemas.errors(parameter.schema, text).length > 0,
      )) {
        const usual = await usualOf(described);
        const headers = { ...usual.headers, [parameter.name]: value };
        const response = await send(described, { ...usual, headers });
        expect(response.status, `${parameter.name}: ${value.slice(0, 20)}`).toBe(400);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});
