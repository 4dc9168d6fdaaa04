import * as z from 'zod';

/** A JSON Schema as far as the page about the API reads it. */
export interface JsonSchema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  description?: string | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  additionalProperties?: JsonSchema | boolean | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  format?: string | undefined;
  pattern?: string | undefined;
  default?: unknown;
  examples?: unknown[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  maxItems?: number | undefined;
}

const text = z.string().optional();
const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    $ref: text,
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: text,
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchema.optional(),
    additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown(),
    format: text,
    pattern: text,
    default: z.unknown(),
    examples: z.array(z.unknown()).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    maxItems: z.number().optional(),
  }),
);

const media = z.looseObject({
  schema: jsonSchema.optional(),
  example: z.unknown(),
  examples: z.record(z.string(), z.looseObject({ summary: text, value: z.unknown() })).optional(),
});
const contents = z.record(z.string(), media).optional();

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: text,
  schema: jsonSchema.optional(),
  example: z.unknown(),
});

const response = z.looseObject({ description: z.string().default(''), content: contents });

const operation = z.looseObject({
  summary: text,
  description: text,
  operationId: text,
  tags: z.array(z.string()).optional(),
  deprecated: z.boolean().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.looseObject({ required: z.boolean().optional(), content: contents }).optional(),
  responses: z.record(z.string(), response).default({}),
});

/** What the page about the API reads of an OpenAPI 3.1 document; the rest is left alone. */
export const openApiDocument = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string(), description: text }),
  servers: z.array(z.looseObject({ url: z.string() })).optional(),
  tags: z.array(z.looseObject({ name: z.string(), description: text })).optional(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), jsonSchema).optional() }).optional(),
});

export type OpenApiDocument = z.infer<typeof openApiDocument>;
export type OpenApiOperation = z.infer<typeof operation>;
export type OpenApiMedia = z.infer<typeof media>;
