import { Code, Stack, Tabs, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { CreatedTokenDocument } from '../../../src/contract/control.ts';
import { CodeExample } from '../../components/code-example.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useOverview } from '../../lib/queries.ts';
import { scopeWords } from '../../lib/scope-words.ts';
import { type Example, type ExampleLanguage, examples } from './examples.ts';

const languages: { value: ExampleLanguage; label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
];

const setVariable: Record<ExampleLanguage, string> = {
  curl: "ALCOVE_TOKEN='your token'",
  typescript: "export ALCOVE_TOKEN='your token'",
  python: "export ALCOVE_TOKEN='your token'",
};

/** Short programs to copy, for this very node and with the token that was just made. */
export function ExamplesCard({ made }: { made: CreatedTokenDocument | null }) {
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const nodeUrl = useOverview().data?.node.node_url;
  if (nodeUrl === undefined) return null;
  const shown = examples({ nodeUrl, token: made?.token ?? null });
  return (
    <SectionCard title="Examples">
      <Text size="sm" maw="46rem">
        They work as they stand on this computer, where your node answers at <Code>{nodeUrl}</Code>.{' '}
        {made ? (
          <>The token “{made.name}” is filled in: remove it before you show an example to anyone.</>
        ) : (
          <>
            They read the token from the variable <Code>ALCOVE_TOKEN</Code>. Make a token above to have it
            filled in, or set the variable in your terminal first: <Code>{setVariable[language]}</Code>
          </>
        )}
      </Text>
      <Tabs
        value={language}
        onChange={(value) => setLanguage(languages.find((each) => each.value === value)?.value ?? 'curl')}
      >
        <Tabs.List>
          {languages.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map(({ value }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Stack gap="lg">
              {shown.map((example) => (
                <ExampleView key={example.id} example={example} language={value} made={made} />
              ))}
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </SectionCard>
  );
}

interface ExampleViewProps {
  example: Example;
  language: ExampleLanguage;
  made: CreatedTokenDocument | null;
}

function ExampleView({ example: { title, text, scope, run, code }, language, made }: ExampleViewProps) {
  const lacksRight = made !== null && scope !== null && !made.scopes.includes(scope);
  return (
    <Stack gap={6} component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      <Text size="sm">
        {text} {scope !== null && `The token needs the right “${scopeWords(scope).label}”.`}
      </Text>
      {lacksRight && (
        <Text size="sm" c="var(--mantine-color-error)">
          The token “{made.name}” lacks this right: the node will refuse this.
        </Text>
      )}
      <CodeExample code={code[language]} what={`the example “${title}”`} />
      <Text size="xs" c="dimmed">
        {run[language]}
      </Text>
    </Stack>
  );
}
