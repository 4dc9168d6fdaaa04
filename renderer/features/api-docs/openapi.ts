import * as z from 'zod';

/** The part of JSON Schema that the API page uses. */
export interface JsonSchema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  description?: string | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  additionalProperties?: JsonSchema | boolean | undefined;
  anyOf?: JsonSchema[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  pattern?: string | undefined;
  default?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  maxItems?: number | undefined;
}

const text = z.string().optional();
const limit = z.number().optional();
const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: text,
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: text,
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchema.optional(),
    additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    anyOf: z.array(jsonSchema).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    pattern: text,
    default: z.unknown().optional(),
    minimum: limit,
    maximum: limit,
    minLength: limit,
    maxLength: limit,
    maxItems: limit,
  }),
);

const contents = z
  .record(z.string(), z.object({ schema: jsonSchema.optional(), example: z.unknown().optional() }))
  .default({});

const response = z.object({
  $ref: text,
  description: z.string().default(''),
  headers: z.record(z.string(), z.unknown()).default({}),
  content: contents,
});
export type OpenApiResponse = z.infer<typeof response>;

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).default([]),
  summary: z.string().default(''),
  description: text,
  deprecated: z.boolean().default(false),
  /** The main path, of which this one is an alias. */
  'x-alias-of': text,
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: text,
        schema: jsonSchema.default({}),
        example: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: contents }).optional(),
  responses: z.record(z.string(), response),
});
export type OpenApiOperation = z.infer<typeof operation>;

/** The part of an OpenAPI 3.1 document that the API page uses; other members are ignored. */
export const openApiDocument = z.object({
  tags: z.array(z.object({ name: z.string(), description: text })).default([]),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z
    .object({
      schemas: z.record(z.string(), jsonSchema).default({}),
      responses: z.record(z.string(), response).default({}),
    })
    .prefault({}),
});
export type OpenApiDocument = z.infer<typeof openApiDocument>;
