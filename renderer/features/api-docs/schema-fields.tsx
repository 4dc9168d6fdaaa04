import { Box, Stack, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { t } from '../../lib/i18n/language.ts';
import { MarkedText } from '../../ui/values/marked-text.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';
import type { JsonSchema } from './openapi.ts';
import classes from './schema-fields.module.css';
import { formsOf, limitLabel, type ObjectForm, refName, typeLabel } from './schema-labels.ts';

/** Limit of nesting for recursive schemas; no response is nested deeper. */
const deepest = 5;

interface SchemaFieldsProps {
  schema: JsonSchema;
  /** The schemas to which references point. */
  named: Readonly<Record<string, JsonSchema>>;
  depth?: number;
}

/** Lists the fields of an object schema, for each alternative if there are several; nested objects are collapsed. */
export function SchemaFields({ schema, named, depth = 0 }: SchemaFieldsProps) {
  const forms = formsOf(schema, named);
  if (forms.length === 1)
    return forms.map((form) => <Fields key="only" form={form} named={named} depth={depth} />);
  return (
    <Stack gap="xs">
      {forms.map((form, index) => (
        <Box key={form.name ?? index} className={classes.inner}>
          <SmallNote mb={6}>{form.name ?? t('api.or')}</SmallNote>
          <Fields form={form} named={named} depth={depth} />
        </Box>
      ))}
    </Stack>
  );
}

interface FieldsProps {
  form: ObjectForm;
  named: SchemaFieldsProps['named'];
  depth: number;
}

function Fields({ form: { properties, required }, named, depth }: FieldsProps) {
  return (
    <Stack component="ul" gap={6} p={0} m={0} className={classes.fields}>
      {Object.entries(properties).map(([name, field]) => (
        <li key={name}>
          <Field name={name} schema={field} required={required.includes(name)} named={named} depth={depth} />
        </li>
      ))}
    </Stack>
  );
}

function Field({ depth, ...head }: Omit<FieldHeadProps, 'place'> & { depth: number }) {
  const { name, schema, named } = head;
  return (
    <>
      <FieldHead {...head} />
      {depth < deepest && formsOf(schema, named).length > 0 && (
        <details className={classes.inner}>
          <summary>
            <Trans
              i18nKey="api.fields"
              values={{ name }}
              components={{ of: <span className={classes.of} /> }}
            />
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
  /** The location of a parameter. */
  place?: string;
}

/** Shows name, type, limits and description of a field or parameter. */
export function FieldHead({ name, schema, required, named, place }: FieldHeadProps) {
  const target = named[refName(schema) ?? ''];
  const limits = [...limitLabel(schema), ...(target && !target.properties ? limitLabel(target) : [])];
  const description = schema.description ?? target?.description;
  const facts = [typeLabel(schema), place, required && t('api.required'), ...limits].filter(Boolean);
  return (
    <>
      <Note style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit ff="monospace" fw={600} c="var(--mantine-color-text)" me={8}>
          {name}
        </Text>
        <MarkedText text={facts.join(' · ')} />
      </Note>
      {description && <EnglishText text={description} />}
    </>
  );
}

/** Shows a description of the OpenAPI document, which is English regardless of the page's language. */
export function EnglishText({ text }: { text: string }) {
  return (
    <Text size="sm">
      <bdi lang="en">
        <MarkedText text={text} />
      </bdi>
    </Text>
  );
}
