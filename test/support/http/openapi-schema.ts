/**
 * The JSON Schema of an OpenAPI 3.1 document, limited to the objects that this project uses. Closed except for `x-`
 * members, so that a misspelt member is found.
 */
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const mapOf = (schema: object, names = '.*') => ({
  type: 'object',
  patternProperties: { [names]: schema },
  additionalProperties: false,
});
const closed = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  patternProperties: { '^x-': true },
  additionalProperties: false,
});
const orReference = (schema: object) => ({
  if: { type: 'object', required: ['$ref'] },
  // Only these members are allowed beside a reference.
  then: closed({ $ref: text, summary: text, description: text }),
  else: schema,
});
const text = { type: 'string', minLength: 1 };
const flag = { type: 'boolean' };
const anySchema = { type: ['object', 'boolean'] };
const componentName = '^[a-zA-Z0-9._-]+$';

export const openApiSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...closed(
    {
      openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
      info: ref('info'),
      servers: { type: 'array', items: closed({ url: text, description: text }, ['url']) },
      tags: { type: 'array', items: closed({ name: text, description: text }, ['name']) },
      paths: mapOf(ref('pathItem'), '^/'),
      components: ref('components'),
    },
    ['openapi', 'info', 'paths'],
  ),
  $defs: {
    info: closed(
      {
        title: text,
        version: text,
        description: text,
        license: closed({ name: text, identifier: text }, ['name']),
      },
      ['title', 'version'],
    ),
    pathItem: mapOf(ref('operation'), '^(get|put|post|delete|options|head|patch|trace)$'),
    operation: closed(
      {
        operationId: text,
        tags: { type: 'array', items: text },
        summary: text,
        description: text,
        deprecated: flag,
        parameters: { type: 'array', items: ref('parameter') },
        requestBody: closed({ description: text, required: flag, content: ref('content') }, ['content']),
        security: { type: 'array', items: mapOf({ type: 'array', items: text }) },
        responses: { minProperties: 1, ...mapOf(orReference(ref('response')), '^([1-5]\\d\\d|default)$') },
      },
      ['operationId', 'responses'],
    ),
    parameter: {
      ...closed(
        {
          name: text,
          in: { enum: ['path', 'query', 'header'] },
          required: flag,
          deprecated: flag,
          description: text,
          schema: anySchema,
          example: true,
        },
        ['name', 'in', 'schema'],
      ),
      if: { type: 'object', properties: { in: { const: 'path' } } },
      then: { type: 'object', properties: { required: { const: true } }, required: ['required'] },
    },
    content: mapOf(
      { ...closed({ schema: anySchema, example: true, examples: mapOf(orReference(ref('example'))) }) },
      '^[\\w*.+-]+/[\\w*.+-]+$',
    ),
    response: closed(
      { description: text, headers: mapOf(orReference(ref('header'))), content: ref('content') },
      ['description'],
    ),
    header: closed({ description: text, required: flag, schema: anySchema, example: true }, ['schema']),
    example: closed({ summary: text, description: text, value: true }),
    components: closed({
      schemas: mapOf(anySchema, componentName),
      responses: mapOf(ref('response'), componentName),
      headers: mapOf(ref('header'), componentName),
      examples: mapOf(ref('example'), componentName),
      securitySchemes: mapOf(
        closed({ type: { const: 'http' }, scheme: text, description: text }, ['type', 'scheme']),
        componentName,
      ),
    }),
  },
};
