import fc from 'fast-check';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { createRequest, type Description } from '../../../src/features/peers/handshake/handshake-request.ts';
import {
  type Described,
  follow,
  type Json,
  type OpenApiDocument,
  type Parameter,
} from '../http/openapi-document.ts';
import { abc } from './conformance-fixture.ts';

/** A request that can be sent: every value, valid or not, can be transmitted in its place. */
export interface ArbitraryCall {
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Texts that often cause errors. */
const trickyTexts = [
  ...['', ' ', '\0', '.', '..', '../../etc/passwd', '%00', '%2e%2e%2f', '__proto__', 'constructor', 'null'],
  ...["' OR 1=1 --", '"; DROP TABLE contents; --', 'NaN', '1e999', '-0', '9007199254740993', '0x10'],
  ...[
    '\u202e\ufeff',
    '𝕏🜁',
    'ß'.repeat(300),
    'x'.repeat(9000),
    '\n\r\t',
    '${7*7}',
    '<script>',
    '*',
    '"a" OR b*',
  ],
];

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(...trickyTexts) },
);

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText,
  fc.constantFrom<unknown>(null, true, -1, 0.5, 1e308, [], {}, [[]], { __proto__: null }),
);

/** Generates values that mostly match a schema, with other values inserted at every depth. */
function valueOf(document: OpenApiDocument, schema: Json): fc.Arbitrary<unknown> {
  const allowed = allowedBy(document, schema);
  return fc.oneof({ weight: 12, arbitrary: allowed }, { weight: 1, arbitrary: anyValue });
}

function allowedBy(document: OpenApiDocument, schema: Json): fc.Arbitrary<unknown> {
  const {
    $ref,
    anyOf,
    examples,
    items,
    properties,
    required = [],
  } = schema as {
    $ref?: string;
    anyOf?: Json[];
    examples?: unknown[];
    required?: string[];
    items?: Json;
    properties?: Record<string, Json>;
  };
  if ($ref) return allowedBy(document, follow(document, $ref) as Json);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (anyOf) return fc.oneof(...anyOf.map((one) => allowedBy(document, one)));
  const known = examples ? [fc.constantFrom(...examples)] : [];
  switch (schema.type) {
    case 'object': {
      const members = Object.entries(properties ?? {}).map(([name, one]) => [name, valueOf(document, one)]);
      return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      });
    }
    case 'array':
      return fc.oneof(fc.array(valueOf(document, items ?? {}), { maxLength: 4 }), ...known);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer(), fc.maxSafeInteger(), ...known);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.oneof(...known, ...known, anyText);
    default:
      return fc.oneof(...known, anyValue);
  }
}

const ids = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(abc, abc.toUpperCase(), '0'.repeat(64), `0:${abc}`) },
  { weight: 1, arbitrary: fc.constant('QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG') },
  { weight: 1, arbitrary: anyText },
);

/** Percent-encodes texts, mostly correctly. */
const encoded = (texts: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 8, arbitrary: texts.map((text) => encodeURIComponent(text.toWellFormed())) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 6 })
        .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
    },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%c0%af', '%ed%a0%80', ';a=b', 'a%2fb', '+') },
  );

/** Returns a text that a header can contain. */
const headerText = (text: string) =>
  Buffer.from(text.slice(0, 4000), 'utf8')
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

const parameterText = (document: OpenApiDocument, { schema }: Parameter) =>
  fc.oneof(allowedBy(document, schema).map(String), anyText);

/** Headers that apply to every operation, or that a parser might interpret. */
const commonHeaders: Record<string, fc.Arbitrary<string>> = {
  Range: fc.oneof(
    fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=5-2', 'bytes=99-', 'bytes=0-0,2-2'),
    anyText,
  ),
  'If-Range': fc.oneof(fc.constant(`"${abc}"`), anyText),
  'If-None-Match': fc.oneof(fc.constantFrom('*', `W/"${abc}"`, '"a", "b'), anyText),
  'If-Match': fc.oneof(fc.constantFrom('*', `"${abc}"`), anyText),
  'If-Modified-Since': fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    anyText,
  ),
  'Content-Type': fc.oneof(
    fc.constantFrom(
      'text/html',
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'application/json;',
    ),
    anyText,
  ),
  'Content-Encoding': fc.constantFrom('identity', 'gzip', 'br, gzip', ''),
  'Content-Digest': fc.oneof(fc.constantFrom('sha-256=:AAAA:', 'sha-256=', 'md5=:AA==:'), anyText),
  'Repr-Digest': fc.oneof(fc.constantFrom('sha-256=:AAAA:', 'sha-512=:AA==:'), anyText),
  Origin: fc.oneof(fc.constantFrom('null', 'http://localhost:1', 'https://evil.example.org'), anyText),
  Referer: anyText,
  'Sec-Fetch-Site': fc.constantFrom('same-origin', 'cross-site', 'none', '?'),
  'X-Forwarded-Host': anyText,
  'X-Forwarded-For': anyText,
  'Cache-Control': fc.constantFrom('only-if-cached', 'no-store', '='),
  'Accept-Encoding': anyText,
  Expect: fc.constantFrom('100-continue', 'nothing'),
};

const form = (file: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n--b--\r\n`;

function bodyOf(document: OpenApiDocument, { operation }: Described): fc.Arbitrary<Buffer | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    anyText.map((text) => Buffer.from(text)),
    fc
      .constantFrom(form('abc'), form('abc').slice(0, -9), form(''), '--b--')
      .map((text) => Buffer.from(text)),
  );
  if (!schema) return operation.requestBody ? noise : fc.oneof(fc.constant(undefined), noise);
  const json = valueOf(document, schema).map((value) => JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 8, arbitrary: json.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: json.map((text) => Buffer.from(text.slice(0, text.length / 2))) },
    { weight: 1, arbitrary: noise },
  );
}

/**
 * Generates requests to an operation, from almost valid to random.
 * @param tokens tokens, some of which have rights
 */
export function arbitraryCall(
  document: OpenApiDocument,
  described: Described,
  tokens: readonly string[],
): fc.Arbitrary<ArbitraryCall> {
  const { path, operation } = described;
  const parameters = operation.parameters ?? [];
  const inPlace = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  // Clients resolve a path with a dot segment or an empty id to another path.
  const id = encoded(ids).map((text) => (/^(\.|%2e){0,2}$/i.test(text) ? '%00' : text));
  const pathParts = fc.tuple(...inPlace('path').map(() => id));
  const query = fc.array(
    fc.oneof(
      ...inPlace('query').map((parameter) =>
        fc.tuple(fc.constant(parameter.name), encoded(parameterText(document, parameter))),
      ),
      fc.tuple(encoded(anyText), encoded(anyText)),
    ),
    { maxLength: 4 },
  );
  const ownHeaders = inPlace('header').map(
    (parameter) => [parameter.name, parameterText(document, parameter)] as const,
  );
  const headers = fc.record({ ...commonHeaders, ...Object.fromEntries(ownHeaders) }, { requiredKeys: [] });
  const some = fc.subarray([...Object.keys(commonHeaders), ...ownHeaders.map(([name]) => name)], {
    maxLength: 4,
  });
  return fc
    .record({
      pathParts,
      query,
      headers,
      some,
      token: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...tokens) },
        { weight: 1, arbitrary: anyText },
      ),
      body: bodyOf(document, described),
    })
    .map((drawn) => {
      const parts = [...drawn.pathParts];
      const filled = path.replace(/\{\w+\}/g, () => parts.shift() ?? '');
      const search = drawn.query.map((pair) => pair.join('=')).join('&');
      const json = operation.requestBody?.content['application/json'];
      return {
        path: search ? `${filled}?${search}` : filled,
        headers: {
          ...(json ? { 'Content-Type': 'application/json' } : {}),
          Authorization: headerText(drawn.token),
          ...Object.fromEntries(
            drawn.some.flatMap((name) => {
              const value = drawn.headers[name];
              return value === undefined ? [] : [[name, headerText(value)]];
            }),
          ),
        },
        body: drawn.body,
      };
    });
}

/** Generates handshakes with valid signatures, which reach the code behind the signature check. */
export const arbitraryHandshake: fc.Arbitrary<Buffer> = fc
  .record({
    version: fc.oneof(fc.constantFrom('0.1.0', '1.0.0', '0.2.0'), anyText),
    node_type: fc.constant<'private'>('private'),
    public_host: fc.constantFrom('', 'http://127.0.0.1:1', 'nonsense'),
    metrics: fc.dictionary(anyText, fc.jsonValue({ maxDepth: 3 })),
    capabilities: fc.array(anyText, { maxLength: 5 }),
    unknown: fc.jsonValue(),
  })
  .map((description) => {
    const wellFormed = JSON.parse(JSON.stringify(description)) as Description;
    const request = createRequest(identityFromSeed(Buffer.alloc(32, 9)), wellFormed, { now: Date.now() });
    return Buffer.from(JSON.stringify(request));
  });
