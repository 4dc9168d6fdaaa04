import { t } from '../../lib/i18n/language.ts';
import type { JsonSchema } from './openapi.ts';

/** Returns the name of a referenced schema, such as `ContentRecord`. */
export function refName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** Returns a short name of a type: `string`, `list of ContentId`, `integer or null`, `"a" or "b"`. */
export function typeLabel(schema: JsonSchema): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return eitherLabel(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return eitherLabel(schema.anyOf.map(typeLabel));
  if (Array.isArray(schema.type)) return eitherLabel(schema.type);
  if (schema.type === 'array') return t('api.types.list', { of: typeLabel(schema.items ?? {}) });
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties) {
    return t('api.types.object', { of: typeLabel(schema.additionalProperties) });
  }
  return schema.type ?? t('api.types.any');
}

function eitherLabel(types: readonly string[]): string {
  return types.reduce((a, b) => t('api.types.or', { a, b }));
}

/** Returns the constraints of a schema besides its type, e.g. `at most 100`, `default 50`. */
export function limitLabel(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern } = schema;
  return [
    minimum !== undefined && t('api.limits.atLeast', { n: minimum }),
    maximum !== undefined && t('api.limits.atMost', { n: maximum }),
    minLength === 1 && t('api.limits.notEmpty'),
    minLength !== undefined && minLength > 1 && t('api.limits.atLeastCharacters', { n: minLength }),
    maxLength !== undefined && t('api.limits.atMostCharacters', { n: maxLength }),
    maxItems !== undefined && t('api.limits.atMostItems', { n: maxItems }),
    pattern !== undefined && pattern.length <= 60 && t('api.limits.pattern', { pattern }),
    schema.default !== undefined && t('api.limits.default', { value: JSON.stringify(schema.default) }),
  ].filter((words) => words !== false);
}

export interface ObjectForm {
  name: string | undefined;
  properties: Record<string, JsonSchema>;
  required: readonly string[];
}

/** Returns the object schemas of a value or its items; several for alternatives. */
export function formsOf(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): ObjectForm[] {
  const name = refName(schema);
  if (name !== undefined) return formsOf(named[name] ?? {}, named).map((form) => ({ ...form, name }));
  const { properties, required = [], items, additionalProperties, anyOf = [] } = schema;
  if (properties) return [{ name, properties, required }];
  const inner = [items, additionalProperties, ...anyOf].filter((part) => typeof part === 'object');
  return inner.flatMap((part) => formsOf(part, named));
}
