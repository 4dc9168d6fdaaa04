import { Box, Stack, Text } from '@mantine/core';
import { MarkedText } from '../../components/marked-text.tsx';
import type { JsonSchema } from '../../lib/openapi.ts';
import classes from './schema-fields.module.css';
import { limitWords, objectIn, refName, typeWords } from './schema-words.ts';

/** Deeper than anything the node answers; a schema that contains itself ends here. */
const deepest = 5;

interface SchemaFieldsProps {
  schema: JsonSchema;
  /** The schemas that references point to. */
  named: Readonly<Record<string, JsonSchema>>;
  depth?: number;
}

/** The fields of a document, those of documents in it folded. */
export function SchemaFields({ schema, named, depth = 0 }: SchemaFieldsProps) {
  const several = forms(schema, named);
  if (several) {
    return (
      <Stack gap="xs">
        {several.map((form) => (
          <Box key={typeWords(form)} className={classes.inner}>
            <Text size="xs" c="dimmed" mb={6}>
              {typeWords(form)}
            </Text>
            <SchemaFields schema={form} named={named} depth={depth} />
          </Box>
        ))}
      </Stack>
    );
  }
  const object = objectIn(schema, named);
  if (!object?.properties || depth > deepest) return null;
  return (
    <Stack component="ul" gap={6} p={0} m={0} className={classes.fields}>
      {Object.entries(object.properties).map(([name, field]) => (
        <li key={name}>
          <Field
            name={name}
            schema={field}
            required={object.required?.includes(name) ?? false}
            named={named}
            depth={depth}
          />
        </li>
      ))}
    </Stack>
  );
}

/** Where a value may have one of several forms that are each worth showing. */
function forms(schema: JsonSchema, named: SchemaFieldsProps['named']): JsonSchema[] | undefined {
  const shown = schema.anyOf?.filter((form) => objectIn(form, named)) ?? [];
  return shown.length > 1 ? shown : undefined;
}

interface FieldProps {
  name: string;
  schema: JsonSchema;
  required: boolean;
  named: SchemaFieldsProps['named'];
  depth: number;
}

function Field({ name, schema, required, named, depth }: FieldProps) {
  const hasFields = objectIn(schema, named) !== undefined || forms(schema, named) !== undefined;
  return (
    <>
      <FieldHead name={name} schema={schema} required={required} named={named} />
      {hasFields && depth < deepest && (
        <details className={classes.inner}>
          <summary>
            Fields <span className={classes.of}>of {name}</span>
          </summary>
          <SchemaFields schema={schema} named={named} depth={depth + 1} />
        </details>
      )}
    </>
  );
}

interface FieldHeadProps {
  name: string;
  schema: JsonSchema;
  required: boolean;
  named: SchemaFieldsProps['named'];
  /** Where it goes, for a parameter. */
  place?: string;
}

/** Name, type, limits and description of a field or parameter. */
export function FieldHead({ name, schema, required, named, place }: FieldHeadProps) {
  const target = named[refName(schema) ?? ''];
  const limits = [...limitWords(schema), ...(target && !target.properties ? limitWords(target) : [])];
  const description = schema.description ?? target?.description;
  const facts = [typeWords(schema), place, required && 'required', ...limits].filter(Boolean);
  return (
    <>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit ff="monospace" fw={600} c="var(--mantine-color-text)" mr={8}>
          {name}
        </Text>
        <MarkedText text={facts.join(' · ')} />
      </Text>
      {description && (
        <Text size="sm">
          <MarkedText text={description} />
        </Text>
      )}
    </>
  );
}
