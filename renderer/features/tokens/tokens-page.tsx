import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type CreatedTokenDocument, getTokens } from '../../../src/contract/dashboard-api/auth.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyButton } from '../../ui/values/copy-button.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { SettingsSections } from '../settings/index.ts';
import { ExamplesCard } from './examples-card.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenTable } from './token-table.tsx';

const useTokens = () => useDashboardQuery(['tokens'], getTokens, {}, { select: ({ tokens }) => tokens });

/** Shows the API tokens, and example programs. */
export function TokensPage() {
  const tokens = useTokens();
  // The secret exists only in memory here; the node stores its hash.
  const [shown, setShown] = useState<{ made: CreatedTokenDocument; since: number } | null>(null);
  // Another window or the command line may have revoked the token; a list from before its creation does not contain it
  // yet.
  const isRevoked =
    shown !== null &&
    tokens.dataUpdatedAt > shown.since &&
    !tokens.data?.some(({ id }) => id === shown.made.id);
  const made = shown !== null && !isRevoked ? shown.made : null;
  const forget = (id: string) => setShown((before) => (before?.made.id === id ? null : before));
  return (
    <Page title={t('frame.pages.developers')}>
      <Intro>{t('tokens.about')}</Intro>
      <Anchor component={Link} to={paths.api}>
        {t('tokens.api')}
      </Anchor>
      <SectionCard title={t('tokens.form.title')}>
        {made ? (
          <CreatedToken made={made} onDone={() => setShown(null)} />
        ) : (
          <NewTokenForm onMade={(token) => setShown({ made: token, since: Date.now() })} />
        )}
      </SectionCard>
      <SectionCard title={t('tokens.tokens.title')}>
        <QueryState query={tokens} rows={3} height={40} loadingLabel={t('tokens.loading')}>
          {(list) => <TokenTable tokens={list} onRevoked={forget} />}
        </QueryState>
      </SectionCard>
      <ExamplesCard made={made} />
      <SettingsSections names={['programs']} />
    </Page>
  );
}

/** Shows the secret of a new token, which cannot be shown again. */
function CreatedToken({ made, onDone }: { made: CreatedTokenDocument; onDone(): void }) {
  const alert = useRef<HTMLDivElement>(null);
  // The message gets the focus, because the form that had it no longer exists.
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="group"
      color="green"
      title={t('tokens.made.title', { name: made.name })}
      icon={<IconKey aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">{t('tokens.made.text')}</Text>
        <Group gap="xs" wrap="nowrap">
          <Code
            fz="sm"
            px="sm"
            py={6}
            aria-label={t('tokens.made.label')}
            style={{ overflowWrap: 'anywhere' }}
          >
            {made.token}
          </Code>
          <CopyButton text={made.token} valueName={t('tokens.made.what')} />
        </Group>
        <Text size="sm">{t('tokens.made.examples')}</Text>
        <Group>
          <Button size="xs" variant="default" onClick={onDone}>
            {t('tokens.made.copied')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
