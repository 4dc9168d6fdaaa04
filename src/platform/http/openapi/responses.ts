import type { EndpointContract, ResponseContract } from '../../../contract/endpoint.ts';
import { type ResponseHeader, responseHeaders } from '../../../contract/headers.ts';
import { type ProblemCode, problemDocument, problems } from '../../../contract/problems.ts';
import { exampleOf } from './example.ts';
import type { Json, Schemas } from './schemas.ts';

/** Returns references to headers; every response has its request id. */
function headers(names: readonly ResponseHeader[]): Json {
  return Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Builds `components.headers`. */
export const headerComponents = (): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(responseHeaders).map(([name, header]) => [
      name,
      { ...header, schema: { type: 'string' } },
    ]),
  );

function content({ schema: document, mediaType }: ResponseContract, schemas: Schemas): Json {
  if (document) {
    const schema = schemas.of(document, 'output');
    return { content: { 'application/json': { schema, example: exampleOf(schema, schemas) } } };
  }
  return mediaType ? { content: { [mediaType]: {} } } : {};
}

export function successes(contract: EndpointContract, schemas: Schemas): Record<string, Json> {
  const deprecation = contract.deprecated ? (['Deprecation', 'Link'] as const) : [];
  return Object.fromEntries(
    Object.entries(contract.responses).map(([status, response]: [string, ResponseContract]) => [
      status,
      {
        description: response.description,
        headers: headers([...(response.headers ?? []), ...deprecation]),
        ...content(response, schemas),
      },
    ]),
  );
}

/** Problems before any endpoint; they have no further members. */
const guards: readonly ProblemCode[] = ['cross_site', 'misdirected_request', 'not_found'];

/** Problems before routing, or because the node stops. */
export const beforeAnyEndpoint: readonly ProblemCode[] = [
  'invalid_request',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'not_implemented',
  'shutting_down',
];

/** Returns the problems of an operation: its own, and those of its token, body and origin checks. */
export function codesOf(contract: EndpointContract): ProblemCode[] {
  const { body, scope, token } = contract;
  const takesInput = contract.params || contract.query || contract.headers || body;
  return [
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(contract.anyOrigin ? [] : (['cross_site'] as const)),
    'misdirected_request',
    'rate_limited',
    'internal',
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(scope || token ? (['unauthorized'] as const) : []),
    ...(scope ? (['insufficient_scope'] as const) : []),
    ...(contract.problems ?? []),
  ];
}

const headersOf: Record<number, ResponseHeader[]> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Collects the problem responses of a document, so that operations share equal ones. */
export class ProblemResponses {
  readonly #schemas: Schemas;
  /** `components.responses` of all operations so far. */
  readonly responses: Record<string, Json> = {};
  readonly #codes = new Set<ProblemCode>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Returns the problem responses of an operation by status, as references. */
  of(contract: EndpointContract): Record<string, Json> {
    const byStatus = new Map<number, ProblemCode[]>();
    for (const code of new Set(codesOf(contract))) {
      const { status } = problems[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return {
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [
          status,
          this.#refer(contract, codes, headersOf[status] ?? []),
        ]),
      ),
      default: this.#refer(contract, beforeAnyEndpoint, ['Allow', 'Retry-After'], 'default'),
    };
  }

  /** Returns `components.examples`: each problem of these responses. */
  examples(): Record<string, Json> {
    return Object.fromEntries(
      [...this.#codes].map((code) => [code, { summary: problems[code].title, value: problemExample(code) }]),
    );
  }

  #refer(
    contract: EndpointContract,
    codes: readonly ProblemCode[],
    headerNames: readonly ResponseHeader[],
    name = codes.join('-or-'),
  ): Json {
    // The response to HEAD has no body to describe.
    const hasBody = contract.method !== 'HEAD';
    const problemMembers = codes.some((code) => guards.includes(code)) ? undefined : contract.problemMembers;
    const key = [...(hasBody ? [] : ['head']), ...(problemMembers ? ['signed'] : []), name].join('.');
    this.responses[key] ??= {
      description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; '),
      headers: headers(headerNames),
      ...(hasBody ? { content: { 'application/problem+json': this.#problem(codes, problemMembers) } } : {}),
    };
    return { $ref: `#/components/responses/${key}` };
  }

  #problem(codes: readonly ProblemCode[], members: EndpointContract['problemMembers']): Json {
    const narrowed = { type: 'object', properties: { code: { enum: codes } }, additionalProperties: true };
    const problem = this.#schemas.of(problemDocument, 'output');
    if (members) {
      const [code] = codes as [ProblemCode];
      const schema = this.#schemas.of(members, 'output');
      return {
        schema: { allOf: [problem, schema, narrowed] },
        example: { ...(exampleOf(schema, this.#schemas) as Json), ...problemExample(code) },
      };
    }
    for (const code of codes) this.#codes.add(code);
    return {
      schema: { allOf: [problem, narrowed] },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    };
  }
}
function problemExample(code: ProblemCode): Json {
  const { status, title } = problems[code];
  return {
    type: `urn:alcove:problem:${code}`,
    title,
    status,
    detail: `${title}.`,
    code,
    instance: responseHeaders['X-Request-Id'].example,
  };
}
