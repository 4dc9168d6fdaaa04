import type { JsonSchema } from '../../lib/openapi.ts';

/** The name that a reference points to, such as `ContentRecord`. */
export function refName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** The type of a value in a few words: `string`, `list of ContentId`, `integer or null`, `"a" or "b"`. */
export function typeWords(schema: JsonSchema): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeWords).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeWords(schema.items ?? {})}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties) {
    return `object of ${typeWords(schema.additionalProperties)}`;
  }
  return schema.type ?? 'any value';
}

/** What a value has to keep to besides its type, e.g. `at most 100`, `default 50`. */
export function limitWords(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern } = schema;
  return [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    minLength === 1 && 'not empty',
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems} of them`,
    pattern !== undefined && pattern.length <= 60 && `pattern \`${pattern}\``,
    schema.default !== undefined && `default \`${JSON.stringify(schema.default)}\``,
  ].filter((words) => words !== false);
}

/** A document with fields, under its name where it has one. */
export interface ObjectForm {
  name: string | undefined;
  properties: Record<string, JsonSchema>;
  required: readonly string[];
}

/**
 * The documents whose fields are worth showing below a value: itself, the members of a list or record; several
 * where it may have several forms.
 */
export function formsOf(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): ObjectForm[] {
  const name = refName(schema);
  if (name !== undefined) return formsOf(named[name] ?? {}, named).map((form) => ({ ...form, name }));
  const { properties, required = [], items, additionalProperties, anyOf = [] } = schema;
  if (properties) return [{ name, properties, required }];
  const inner = [items, additionalProperties, ...anyOf].filter((part) => typeof part === 'object');
  return inner.flatMap((part) => formsOf(part, named));
}
