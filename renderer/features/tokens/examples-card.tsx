import { Code, Stack, Tabs, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { CreatedTokenDocument } from '../../../src/contract/dashboard-api/auth.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CodeExample } from '../../ui/values/code-example.tsx';
import { ErrorNote, Intro, SmallNote } from '../../ui/values/texts.ts';
import { useOverview } from '../monitoring/index.ts';
import { type Example, type ExampleLanguage, examples } from './examples.ts';
import { scopeLabel } from './scope-labels.ts';

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

/** Shows short example programs for this node, with the new token. */
export function ExamplesCard({ made }: { made: CreatedTokenDocument | null }) {
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const nodeUrl = useOverview().data?.node.node_url;
  if (nodeUrl === undefined) return null;
  const shown = examples({ nodeUrl, token: made?.token ?? null });
  return (
    <SectionCard title={t('tokens.examples.title')}>
      <Intro>
        {made ? (
          <Trans
            i18nKey="tokens.examples.filledIn"
            values={{ url: nodeUrl, name: made.name }}
            components={{ code: <Code /> }}
          />
        ) : (
          <Trans
            i18nKey="tokens.examples.fromVariable"
            values={{ url: nodeUrl, command: setVariable[language] }}
            components={{ code: <Code /> }}
          />
        )}
      </Intro>
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

function ExampleView({ example: { id, scope, code }, language, made }: ExampleViewProps) {
  const title = t(`tokens.examples.${id}.title`);
  const lacksRight = made !== null && scope !== null && !made.scopes.includes(scope);
  return (
    <Stack gap={6} component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      <Text size="sm">
        {t(`tokens.examples.${id}.text`)}{' '}
        {scope !== null && t('tokens.examples.needsRight', { right: scopeLabel(scope).label })}
      </Text>
      {lacksRight && <ErrorNote>{t('tokens.examples.lacksRight', { name: made.name })}</ErrorNote>}
      <CodeExample code={code[language]} what={t('tokens.examples.what', { title })} />
      <SmallNote>{t(`tokens.examples.run.${language}`, { name: id })}</SmallNote>
    </Stack>
  );
}
