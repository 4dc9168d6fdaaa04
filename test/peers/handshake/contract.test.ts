import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  handshakeProblem,
  handshakeRequest,
  handshakeResponse,
  knownNode,
  nodeInfo,
  nodesResponse,
} from '../../../src/contract/node-api/peers.ts';

const documents = {
  nodeInfo,
  knownNode,
  nodesResponse,
  handshakeRequest,
  handshakeResponse,
  handshakeProblem,
};
const fields = Object.entries(documents).flatMap(([document, { shape }]) =>
  Object.entries<z.ZodType>(shape).map(([name, schema]) => ({ place: `${document}.${name}`, schema })),
);

it.each(Object.entries(documents))('converts %s to JSON Schema', (_, document) => {
  expect(z.toJSONSchema(document, { io: 'output' })).toMatchObject({ type: 'object' });
});

it.each(fields)('the contract has valid examples of $place', ({ schema }) => {
  const examples = schema.meta()?.examples;
  if (!Array.isArray(examples)) return;
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(schema.parse(example)).toEqual(example);
});
