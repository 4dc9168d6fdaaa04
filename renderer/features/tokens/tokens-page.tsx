import { useState } from 'react';
import type { CreatedTokenDocument } from '../../../src/contract/dashboard-api/auth.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { CreatedToken } from './created-token.tsx';
import { ExamplesCard } from './examples-card.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { useTokens } from './token-queries.ts';
import { TokenTable } from './token-table.tsx';

/** Shows the API tokens, and example programs. */
export function TokensPage() {
  const tokens = useTokens();
  // The secret exists only in memory here; the node stores its hash.
  const [shown, setShown] = useState<{ made: CreatedTokenDocument; since: number } | null>(null);
  // The command line or another window may have revoked it; a list loaded before its creation does not count.
  const isRevoked =
    shown !== null &&
    tokens.dataUpdatedAt > shown.since &&
    !tokens.data?.some(({ id }) => id === shown.made.id);
  const made = shown !== null && !isRevoked ? shown.made : null;
  const forget = (id: string) => setShown((before) => (before?.made.id === id ? null : before));
  return (
    <Page title={t('frame.pages.bots')}>
      <Intro>{t('bots.about')}</Intro>
      <SectionCard title={t('bots.form.title')}>
        {made ? (
          <CreatedToken made={made} onDone={() => setShown(null)} />
        ) : (
          <NewTokenForm onMade={(token) => setShown({ made: token, since: Date.now() })} />
        )}
      </SectionCard>
      <SectionCard title={t('bots.tokens.title')}>
        <QueryState query={tokens} rows={3} height={40} loading={t('bots.loading')}>
          {(list) => <TokenTable tokens={list} onRevoked={forget} />}
        </QueryState>
      </SectionCard>
      <ExamplesCard made={made} />
    </Page>
  );
}
