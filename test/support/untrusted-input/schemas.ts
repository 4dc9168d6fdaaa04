import { readdirSync } from 'node:fs';
import * as z from 'zod';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import { type InputParser, jsonPieces, KiB } from './input-parser.ts';

const folders = ['node-api', 'dashboard-api'].map(
  (name) => new URL(`../../../src/contract/${name}/`, import.meta.url),
);
const modules = (await Promise.all(
  folders.flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => import(new URL(name, folder).href)),
  ),
)) as Record<string, unknown>[];

const isContract = (value: unknown): value is EndpointContract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const schemasOf = ({ params, query, headers, body, responses }: EndpointContract) => [
  ...[params, query, headers, body && 'schema' in body ? body.schema : undefined],
  ...Object.values(responses).map((response) => ('schema' in response ? response.schema : undefined)),
];

const schemas = [
  ...new Set(
    modules
      .flatMap((module) => Object.values(module).filter(isContract))
      .flatMap(schemasOf)
      .filter((schema) => schema instanceof z.ZodType),
  ),
];

/** Returns an object with the same value for every name in a schema. */
const filled = (schema: z.ZodType, value: unknown): object =>
  schema instanceof z.ZodObject
    ? Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value]))
    : { value };

function everywhere(value: unknown): void {
  for (const schema of schemas) {
    schema.safeParse(value);
    schema.safeParse(filled(schema, value));
  }
}

/** Parsers of the contract, for requests and responses. */
export const schemaParsers: Record<string, InputParser> = {
  'texts in requests and answers': {
    max: 16 * KiB,
    pieces: ['0', '1.', '-', '#', 'a@', 'https://', '\u0301'],
    prefixes: ['0.', '1.0.0-', 'https://', '0:'],
    parse: everywhere,
  },
  'lists in requests and answers': {
    max: KiB,
    pieces: ['a,', '1,', ','],
    parse: (text) => {
      everywhere(text.split(','));
      everywhere(text.split(',').map((part) => ({ [part]: part })));
    },
  },
  'JSON in requests and answers': {
    max: 32 * KiB,
    pieces: jsonPieces,
    parse: (text) => {
      const closing = [...text].reverse().map((mark) => ({ '[': ']', '{': '}' })[mark] ?? '');
      everywhere(
        JSON.parse(text.startsWith('[') || text.startsWith('{') ? `${text}1${closing.join('')}` : text),
      );
    },
  },
};
