import { Text } from '@mantine/core';
import { useState } from 'react';
import type { CreatedTokenDocument } from '../../../src/contract/control.ts';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useTokens } from '../../lib/queries.ts';
import { ExamplesCard } from './examples-card.tsx';
import { MadeToken } from './made-token.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenTable } from './token-table.tsx';
import { TokensSkeleton } from './tokens-skeleton.tsx';

/** Tokens for programs that use this node, and how such a program looks. */
export function BotsPage() {
  const tokens = useTokens();
  // Only here, in memory: the node itself keeps nothing but its hash.
  const [made, setMade] = useState<CreatedTokenDocument | null>(null);
  const forget = (id: string) => setMade((shown) => (shown?.id === id ? null : shown));
  return (
    <Page title="For bots">
      <Text size="sm" maw="46rem">
        A bot is any program of yours that works with this node: a script that uploads recordings, a backup, a
        web shop. It shows a token in place of a password. Give each bot a token of its own, with no more
        rights than it needs: then you can revoke one without disturbing the others.
      </Text>
      <SectionCard title="New token">
        {made ? <MadeToken made={made} onDone={() => setMade(null)} /> : <NewTokenForm onMade={setMade} />}
      </SectionCard>
      <SectionCard title="Tokens">
        {tokens.data && <TokenTable tokens={tokens.data} onRevoked={forget} />}
        {!tokens.data && tokens.error && <ProblemAlert error={tokens.error} onRetry={tokens.refetch} />}
        {!tokens.data && !tokens.error && <TokensSkeleton />}
      </SectionCard>
      <ExamplesCard made={made} />
    </Page>
  );
}
