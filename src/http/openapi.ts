import * as z from 'zod';
import type { AnswerContract, EndpointContract } from '../contract/endpoint.ts';
import { type ErrorCode, problemDocument, problems } from '../contract/errors.ts';
import { version } from '../core/version.ts';

type Json = Record<string, unknown>;

/** Any endpoint may answer with these. */
const everywhere: readonly ErrorCode[] = [
  'invalid_request',
  'misdirected_request',
  'rate_limited',
  'internal',
];

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

function parameters(contract: EndpointContract): Json[] {
  const places = [
    ['path', contract.params],
    ['query', contract.query],
    ['header', contract.headers],
  ] as const;
  return places.flatMap(([place, schema]) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }));
  });
}

function requestBody({ body }: EndpointContract): Json | undefined {
  if (!body) return undefined;
  const schema = body.schema ? schemaOf(body.schema, 'input') : {};
  const mediaTypes = 'mediaTypes' in body ? body.mediaTypes : ['application/json'];
  return { required: true, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) };
}

function answer({ description, schema, mediaType }: AnswerContract): Json {
  if (schema) return { description, content: { 'application/json': { schema: schemaOf(schema, 'output') } } };
  return mediaType ? { description, content: { [mediaType]: {} } } : { description };
}

/** The problems of an operation by status, with their codes. */
function problemAnswers(contract: EndpointContract): Record<string, Json> {
  const codes: ErrorCode[] = [
    ...everywhere,
    ...contract.problems,
    ...(contract.scope ? (['unauthorized', 'insufficient_scope'] as const) : []),
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, known]) => [
      String(status),
      {
        description: known.map((code) => `\`${code}\`: ${problems[code].title}`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function operation(contract: EndpointContract): Json {
  const body = requestBody(contract);
  return {
    summary: contract.summary,
    parameters: parameters(contract),
    ...(body ? { requestBody: body } : {}),
    ...(contract.scope ? { security: [{ token: [contract.scope] }] } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(contract.answers).map(([status, given]) => [status, answer(given)]),
      ),
      ...problemAnswers(contract),
    },
  };
}

/** An OpenAPI 3.1 document made from the schemas that validate the requests themselves. */
export function openApi(contracts: readonly EndpointContract[]): Json {
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: operation(contract) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Alcove node API', version, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemDocument, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A token of this node' } },
    },
  };
}
