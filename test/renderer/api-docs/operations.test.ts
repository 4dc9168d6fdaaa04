import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../renderer/features/api-docs/openapi.ts';
import {
  matchingOperations,
  type Operation,
  operationGroups,
} from '../../../renderer/features/api-docs/operations.ts';
import { formsOf, limitLabel, typeLabel } from '../../../renderer/features/api-docs/schema-labels.ts';
import { problems } from '../../../src/contract/problems.ts';
import { startTestNode, type TestNode } from '../../support/node/start-test-node.ts';

let node: TestNode;
let raw: { paths: Record<string, Record<string, unknown>> };
let operations: Operation[];

beforeAll(async () => {
  node = await startTestNode();
  raw = (await (await node.askLocal('/local/openapi.json')).json()) as typeof raw;
  operations = operationGroups(openApiDocument.parse(raw)).flatMap((group) => group.operations);
});
afterAll(() => node.stop());

const called = (name: string): Operation => {
  const found = operations.find(({ method, path }) => `${method} ${path}` === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
};

describe('the API page, from the document of a real node', () => {
  it('shows every method of every path once, aliases with their operation', () => {
    const shown = operations.flatMap(({ method, path, aliases }) =>
      [path, ...aliases].map((each) => `${method} ${each}`),
    );
    const described = Object.entries(raw.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(shown.toSorted()).toEqual(described.toSorted());
    expect(called('POST /api/v1/auth.twa').aliases).toEqual(['/api/v1/auth.webapp']);
  });

  it('shows the token that an operation requires, and whether it is deprecated', () => {
    expect(called('POST /api/v1/storage')).toMatchObject({
      token: 'required',
      scope: 'storage:write',
      deprecated: false,
    });
    expect(called('GET /api/v1/storage/{id}')).toMatchObject({ token: 'none', scope: undefined });
    expect(called('GET /api/v1/account')).toMatchObject({
      token: 'required',
      scope: undefined,
      deprecated: true,
    });
  });

  it('lists each problem once, with its status', () => {
    for (const { id, problems: listed } of operations) {
      const codes = listed.map(({ code }) => code);
      expect(new Set(codes).size, id).toBe(codes.length);
      expect(codes, id).toContain('rate_limited');
      for (const { code, status } of listed)
        expect(problems[code as keyof typeof problems].status).toBe(status);
    }
    expect(called('POST /api/v1/storage').problems).toContainEqual({
      code: 'insufficient_storage',
      status: 507,
    });
  });

  it('finds operations by words of their path, scope or problem, all of which must match', () => {
    const found = (search: string) =>
      matchingOperations(operationGroups(openApiDocument.parse(raw)), search).flatMap((group) =>
        group.operations.map(({ method, path }) => `${method} ${path}`),
      );
    expect(found('status:write')).toEqual(['POST /api/system.sendStatus']);
    expect(found('post HANDSHAKE')).toEqual(['POST /api/v1/network.handshake']);
    expect(found('range_not_satisfiable')).toContain('GET /api/v1/storage/{id}');
    expect(found('handshake nothing-like-it')).toEqual([]);
  });
});

describe('descriptions of types', () => {
  const schemas = { ContentId: { type: 'string' }, File: { properties: { id: { type: 'string' } } } };

  it.each([
    [{ type: 'string' }, 'string'],
    [{ anyOf: [{ $ref: '#/components/schemas/ContentId' }, { type: 'null' }] }, 'ContentId or null'],
    [{ type: 'array', items: { $ref: '#/components/schemas/File' } }, 'list of File'],
    [{ enum: ['0', '1'] }, '"0" or "1"'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
    [{}, 'any value'],
  ])('shows %j as “%s”', (schema, words) => {
    expect(typeLabel(schema)).toBe(words);
  });

  it('include limits and defaults', () => {
    expect(limitLabel({ type: 'integer', minimum: 1, maximum: 100, default: 50 })).toEqual([
      'at least 1',
      'at most 100',
      'default `50`',
    ]);
  });

  it('include fields of referenced schemas, in lists and in each variant', () => {
    const file = { $ref: '#/components/schemas/File' };
    const list = { type: 'array', items: { anyOf: [file, { properties: { deleted: { const: true } } }] } };
    expect(formsOf(list, schemas)).toEqual([
      { name: 'File', properties: { id: { type: 'string' } }, required: [] },
      { name: undefined, properties: { deleted: { const: true } }, required: [] },
    ]);
    expect(formsOf({ $ref: '#/components/schemas/ContentId' }, schemas)).toEqual([]);
  });
});
