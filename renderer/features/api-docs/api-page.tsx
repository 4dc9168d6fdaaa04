import { Stack, Text, Title } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import { getOpenApi } from '../../../src/contract/node-api/monitoring.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { t, useLanguage } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { useOverview } from '../monitoring/index.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';
import { OperationList } from './operation-list.tsx';
import { matchingOperations, type Operation, operationGroups } from './operations.ts';

/** The OpenAPI document of the node API, which the dashboard API also serves to its own origin. */
const getLocalOpenApi = {
  ...getOpenApi,
  path: '/local/openapi.json',
  responses: { 200: { description: 'OpenAPI 3.1', schema: openApiDocument } },
} as const satisfies EndpointContract;

/** Returns the OpenAPI document of the node API, which changes only with the node's version. */
const useOpenApi = () => useDashboardQuery(['openapi'], getLocalOpenApi, {});

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
        {nodeUrl && (
          <CopyableValue value={`${nodeUrl}/api/openapi.json`} valueName={t('api.documentAddress')} />
        )}
        {language !== 'en' && <Text size="sm">{t('api.aboutLanguage')}</Text>}
      </Stack>
      <QueryState query={document} rows={5} height={64} loadingLabel={t('api.loading')}>
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
  const shown = useMemo(() => matchingOperations(groups, search), [groups, search]);
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

/** Returns which operations are expanded. The URL contains the last one; a link with its name expands it. */
function useOpenOperations() {
  const linked = useLocation().hash.slice(1);
  const navigate = useNavigate();
  const [open, setOpen] = useState<readonly string[]>([]);

  useEffect(() => {
    if (linked === '' || open.includes(linked)) return;
    setOpen([...open, linked]);
    document.getElementById(linked)?.scrollIntoView();
    // Only a new link expands an operation, so that the user can collapse it again.
  }, [linked]);

  /** Sets which of these operations are expanded. */
  const change = (operations: readonly Operation[], ids: readonly string[]) => {
    const others = open.filter((id) => !operations.some((operation) => operation.id === id));
    const opened = ids.find((id) => !open.includes(id));
    setOpen([...others, ...ids]);
    if (opened !== undefined) void navigate({ hash: opened }, { replace: true });
  };
  return { open, change };
}
