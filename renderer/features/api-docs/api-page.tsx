import { Stack, Text, Title } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { t, useLanguage } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { useOverview } from '../monitoring/index.ts';
import { useOpenApi } from './api-docs-queries.ts';
import type { OpenApiDocument } from './openapi.ts';
import { OperationList } from './operation-list.tsx';
import { matching, operationGroups } from './operations.ts';
import { useOpenOperations } from './use-open-operations.ts';

/** Shows the reference of the node API, from its OpenAPI document. */
export function ApiPage() {
  const language = useLanguage();
  const document = useOpenApi();
  const { data } = document;
  const nodeUrl = useOverview().data?.node.node_url;
  return (
    <Page title={t('frame.pages.api')} note={data && t('api.operations', { count: countOf(data) })}>
      <Stack gap="xs">
        <Intro>{t('api.about')}</Intro>
        {nodeUrl && <CopyableValue value={`${nodeUrl}/api/openapi.json`} what={t('api.documentAddress')} />}
        {language !== 'en' && <Text size="sm">{t('api.aboutLanguage')}</Text>}
      </Stack>
      <QueryState query={document} rows={5} height={64} loading={t('api.loading')}>
        {(loaded) => <Operations document={loaded} />}
      </QueryState>
    </Page>
  );
}

function countOf(document: OpenApiDocument): number {
  return operationGroups(document).reduce((sum, { operations }) => sum + operations.length, 0);
}

function Operations({ document }: { document: OpenApiDocument }) {
  const [search, setSearch] = useState('');
  const groups = useMemo(() => operationGroups(document), [document]);
  const shown = useMemo(() => matching(groups, search), [groups, search]);
  const { open, change } = useOpenOperations();

  return (
    <Stack gap="lg">
      <SearchField
        label={t('api.search')}
        placeholder={t('api.searchPlaceholder')}
        value={search}
        onChange={setSearch}
      />
      {shown.map(({ name, description, operations }) => (
        <Stack key={name} component="section" gap="xs" aria-labelledby={`tag-${name}`}>
          <Title order={2} id={`tag-${name}`}>
            <bdi lang="en">{description ?? name}</bdi>
          </Title>
          <OperationList
            operations={operations}
            named={document.components.schemas}
            open={open}
            onOpenChange={(ids) => change(operations, ids)}
          />
        </Stack>
      ))}
      {shown.length === 0 && (
        <EmptyCard
          role="status"
          icon={IconCode}
          title={t('api.nothing.title')}
          description={t('api.nothing.text', { search })}
        />
      )}
    </Stack>
  );
}
