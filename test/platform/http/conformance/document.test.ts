import { Cell } from '@ton/core';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseContentId } from '../../../../src/core/content-id.ts';
import { parseTonAddress } from '../../../../src/core/ton/ton-address.ts';
import {
  DocumentSchemas,
  follow,
  type Json,
  type MediaType,
  type OpenApiDocument,
  operationsOf,
} from '../../../support/http/openapi-document.ts';
import { openApiSchema } from '../../../support/http/openapi-schema.ts';
import { startTestNode, type TestNode } from '../../../support/node/start-test-node.ts';

/** Checks the document alone: it and its examples must follow OpenAPI 3.1. */

let alcove: TestNode;
let document: OpenApiDocument;
let schemas: DocumentSchemas;

beforeAll(async () => {
  alcove = await startTestNode();
  document = (await (await alcove.ask('/api/openapi.json')).json()) as OpenApiDocument;
  schemas = new DocumentSchemas(document);
});
afterAll(() => alcove.stop());

/** Every object in a document with its path. */
function* objectsIn(value: unknown, way: string[] = []): Generator<{ at: string; object: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at: way.join(' '), object: value as Json };
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, [...way, key]);
}

/** A schema, if this is one; examples may have members of the same names. */
const isExample = (at: string) => / (example|examples|value|default)( |$)/.test(at);

function* mediaTypesIn(): Generator<{ at: string; mediaType: MediaType }> {
  for (const { at, object } of objectsIn(document)) {
    if (!/ content \S+$/.test(at) || isExample(at)) continue;
    yield { at, mediaType: object as MediaType };
  }
}

it('follows the rules of OpenAPI 3.1', () => {
  const check = new Ajv2020.default({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
    openApiSchema,
  );
  check(document);
  expect(check.errors ?? []).toEqual([]);
});

it('names each operation once, with a described tag', () => {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toEqual([...new Set(ids)]);
  const tags = document.tags.map(({ name }) => name);
  for (const { operationId, tags: own } of operations) {
    expect(own, operationId).toHaveLength(1);
    expect(tags).toContain(own[0]);
  }
  expect(new Set(operations.flatMap(({ tags: own }) => own))).toEqual(new Set(tags));
});

it('the OpenAPI document has each path parameter exactly once', () => {
  for (const { name, path, operation } of operationsOf(document)) {
    const { parameters = [] } = operation;
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map((one) => one.name);
    expect(inPath, name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part));
    const places = parameters.map((parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`);
    expect(places, name).toEqual([...new Set(places)]);
    for (const ignored of ['accept', 'content-type', 'authorization']) {
      expect(places, `${name}: OpenAPI ignores such a parameter`).not.toContain(`header ${ignored}`);
    }
  }
});

it('resolves every reference, and has no unused component', () => {
  const referred = new Set<string>();
  for (const { at, object } of objectsIn(document)) {
    if (typeof object.$ref !== 'string' || isExample(`${at} `)) continue;
    expect(follow(document, object.$ref), `${at} → ${object.$ref}`).toBeDefined();
    referred.add(object.$ref);
  }
  for (const { object } of objectsIn(document)) {
    if (typeof object.$ref === 'string') referred.add(object.$ref);
  }
  const shared = (['schemas', 'responses', 'headers', 'examples'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  );
  expect(shared.filter((reference) => !referred.has(reference))).toEqual([]);
});

it('the OpenAPI document has valid addresses, content ids and messages as examples', () => {
  const texts = new Set([...textsIn(document)]);
  const like = (form: RegExp) => [...texts].filter((text) => form.test(text));
  const [addresses, ids, messages] = [like(/^[EUk0]Q[\w-]{46}$/), like(/^bafk\w+$/), like(/^te6cc\S+$/)];
  expect(addresses.filter((text) => parseTonAddress(text) === undefined)).toEqual([]);
  for (const id of ids) expect(() => parseContentId(id), id).not.toThrow();
  for (const message of messages) expect(() => Cell.fromBase64(message), message).not.toThrow();
  expect([addresses, ids, messages].map(({ length }) => length > 0)).toEqual([true, true, true]);
});

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* textsIn(member);
  }
}

it('requires only tokens that it describes', () => {
  for (const { name, operation } of operationsOf(document)) {
    for (const scheme of (operation.security ?? []).flatMap((needed) => Object.keys(needed))) {
      expect(document.components.securitySchemes, name).toHaveProperty(scheme);
    }
    expect(operation.security !== undefined, name).toBe('401' in operation.responses && !isSigned(name));
  }
});

/** A handshake is refused with 401 for its signature, and no token helps. */
const isSigned = (name: string) => /handshake|auth\.(twa|webapp)$/.test(name);

it('describes every alias by its target only', () => {
  const aliases = operationsOf(document).filter(({ operation }) => operation['x-alias-of']);
  expect(aliases.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/walletlink-manifest.json',
      '/api/v1/auth.webapp',
      '/api/v1/walletlink.logout',
      '/api/v1/blockchain.sendPurchaseContentMessage',
    ]),
  );
  for (const { method, operation } of aliases) {
    const main = document.paths[operation['x-alias-of'] ?? '']?.[method.toLowerCase()];
    const same = { operationId: '', description: '', 'x-alias-of': '' };
    expect({ ...operation, ...same }).toEqual({ ...main, ...same });
  }
});

it('marks deprecated operations, with their headers', () => {
  const deprecated = operationsOf(document).filter(({ operation }) => operation.deprecated);
  expect(deprecated.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/v1/account', '/api/v1/tonconnect.logout']),
  );
  for (const { operation } of deprecated) {
    expect(operation.responses['200']).toMatchObject({
      headers: { Deprecation: expect.anything(), Link: expect.anything() },
    });
  }
});

it('describes byte streams, multipart forms and their headers', () => {
  const upload = document.paths['/api/v1/storage']?.post;
  expect(upload?.requestBody?.content).toMatchObject({
    'multipart/form-data': { schema: { properties: { file: { type: 'string' } }, required: ['file'] } },
    '*/*': {},
  });
  expect(upload?.parameters?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['X-File-Name', 'X-Chunk-Start', 'X-Upload-ID', 'X-Last-Chunk', 'Repr-Digest']),
  );
  const download = document.paths['/api/v1/storage/{id}']?.get;
  expect(download?.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(['id', 'Range']));
  expect(download?.responses['206']).toMatchObject({ headers: { 'Content-Range': expect.anything() } });
});

describe('examples', () => {
  it('exist for every JSON request and response', () => {
    for (const { at, mediaType } of mediaTypesIn()) {
      if (!at.endsWith('json')) continue;
      const isSignedProblem = at.includes('signed.');
      expect(isSignedProblem || 'example' in mediaType || 'examples' in mediaType, at).toBe(true);
    }
  });

  it('match their schemas', () => {
    let checked = 0;
    for (const { at, mediaType } of mediaTypesIn()) {
      const { schema, example, examples = {} } = mediaType;
      const values = Object.values(examples).map(({ value, $ref }) =>
        $ref ? (follow(document, $ref) as { value: unknown }).value : value,
      );
      for (const value of example === undefined ? values : [example, ...values]) {
        expect(schemas.errors(schema ?? {}, value), `${at}: ${JSON.stringify(value)}`).toEqual([]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(60);
  });

  it('of parameters and headers match their schemas', () => {
    const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
    for (const { name, schema, example } of [
      ...parameters,
      ...Object.entries(document.components.headers).map(([headerName, header]) => ({
        name: headerName,
        ...header,
      })),
    ]) {
      if (example !== undefined) expect(schemas.errors(schema, example), name).toEqual([]);
    }
  });

  it('inside schemas match these', () => {
    let checked = 0;
    for (const { at, object } of objectsIn(document)) {
      if (!Array.isArray(object.examples) || isExample(at)) continue;
      for (const example of object.examples) {
        expect(schemas.errors(object, example), at).toEqual([]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(50);
  });

  it('have descriptions', () => {
    for (const { at, mediaType } of mediaTypesIn()) {
      const texts = [...JSON.stringify(mediaType.example ?? '').matchAll(/"text"/g)];
      expect(texts, at).toHaveLength(0);
    }
  });
});

it('the OpenAPI document is the same on the dashboard’s origin', async () => {
  expect(await (await alcove.askLocal('/local/openapi.json')).json()).toEqual(document);
});
