import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ProblemCode } from '../../../src/contract/problems.ts';

export type Json = Record<string, unknown>;

export interface MediaType {
  schema?: Json;
  example?: unknown;
  examples?: Record<string, { value?: unknown; $ref?: string }>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Json>;
  content?: Record<string, MediaType>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Json;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  deprecated?: boolean;
  'x-alias-of'?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  security?: Record<string, string[]>[];
  responses: Record<string, ResponseObject | { $ref: string }>;
}

export interface OpenApiDocument {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, { schema: Json; example?: unknown }>;
    examples: Record<string, { value: unknown }>;
    securitySchemes: Record<string, Json>;
  };
}

/** An operation with its path and method. */
export interface Described {
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** Returns every operation of a document, named as in `POST /api/v1/storage`. */
export const operationsOf = (document: OpenApiDocument): Described[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** Returns the target of a local reference. */
export function follow(document: OpenApiDocument, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>(
    (at, step) => (at as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

export function responseOf(
  document: OpenApiDocument,
  operation: Operation,
  status: string,
): ResponseObject | undefined {
  const response = operation.responses[status];
  return response && '$ref' in response
    ? (follow(document, response.$ref) as ResponseObject | undefined)
    : response;
}

/** Returns the codes in a problem response. */
export function codesOf(response: ResponseObject): ProblemCode[] {
  return [...response.description.matchAll(/`(\w+)`/g)].map(([, code]) => code as ProblemCode);
}

/** Validates values by the schemas of a document. Unknown fields are errors unless the document allows them. */
export class DocumentSchemas {
  readonly #ajv = addFormats.default(
    new Ajv2020.default({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }),
  );
  readonly #definitions: Json;
  readonly #checks = new Map<string, ReturnType<typeof this.compile>>();

  constructor({ components }: OpenApiDocument) {
    this.#definitions = strict(components.schemas) as Json;
  }

  /** Returns the errors of a value; undefined if it is valid. */
  errors(schema: Json, value: unknown): string[] {
    const key = JSON.stringify(schema);
    const check = this.#checks.get(key) ?? this.compile(schema);
    this.#checks.set(key, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  compile(schema: Json) {
    return this.#ajv.compile({ ...(strict(schema) as Json), $defs: this.#definitions });
  }
}

function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Json;
  const entries = Object.entries(schema).map(([key, member]) => [
    key,
    key === '$ref' ? String(member).replace('#/components/schemas/', '#/$defs/') : strict(member),
  ]);
  const isOpen = schema.type !== 'object' || !schema.properties || 'additionalProperties' in schema;
  return { ...Object.fromEntries(entries), ...(isOpen ? {} : { additionalProperties: false }) };
}
