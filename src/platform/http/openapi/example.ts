import type { Json, Schemas } from './schemas.ts';

/** Placeholder for a text without an example in the contract. */
const anyText = 'text';

/** Builds a value that a JSON Schema allows from the examples in it. */
export function exampleOf(described: Json, schemas: Schemas): unknown {
  const schema = schemas.resolve(described);
  const { examples, anyOf, type } = schema as {
    examples?: unknown[];
    anyOf?: Json[];
    type?: string | string[];
  };
  if (examples) return examples[0];
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (anyOf) return exampleOf(anyOf.find((member) => member.type !== 'null') ?? {}, schemas);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return exampleOfObject(schema, schemas);
    case 'array':
      return [exampleOf(schema.items as Json, schemas)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return schema.format === 'uri' ? 'https://node.example.org/' : anyText;
    default:
      return {};
  }
}

function exampleOfObject({ properties = {}, additionalProperties }: Json, schemas: Schemas): Json {
  const known = Object.entries(properties as Record<string, Json>);
  if (known.length === 0 && additionalProperties)
    return { name: exampleOf(additionalProperties as Json, schemas) };
  return Object.fromEntries(known.map(([name, schema]) => [name, exampleOf(schema, schemas)]));
}
