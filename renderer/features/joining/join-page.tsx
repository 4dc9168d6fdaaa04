import { Alert, Anchor, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { ChainNotice, useChain } from '../chain/index.ts';
import { useSettings } from '../settings/index.ts';
import { isReal } from './choices.ts';
import { useChainCheck, useChoiceInUse } from './joining-queries.ts';
import { NetworkCard } from './network-card.tsx';
import { StoreCard } from './store-card.tsx';

/** Selects the network on which this node sells and buys: none, practice mode, or a network of TON. */
export function JoinPage() {
  const chain = useChain();
  const inUse = useChoiceInUse();
  const settings = useSettings();
  const check = useChainCheck().data;
  const isOnReal = inUse !== undefined && isReal(inUse);
  return (
    <div>
      <BackLink to={paths.general} label={t('frame.pages.general')} />
      <Page title={t('joining.title')}>
        <Stack gap="md" maw="52rem">
          <Intro>{t('joining.text')}</Intro>
          {isOnReal && <ChainNotice />}
          {isOnReal && chain.data && (
            <StoreCard chain={chain.data} need={check?.network === inUse ? check.platform_need : null} />
          )}
          <QueryState query={chain} height={320} loadingLabel={t('joining.loading')} />
          <QueryState query={settings} height={320} loadingLabel={t('joining.loading')}>
            {(state) => inUse && <NetworkCard key={inUse} inUse={inUse} settings={state} />}
          </QueryState>
          <Alert role="note" variant="light" icon={<IconInfoCircle aria-hidden />}>
            <Trans
              i18nKey="joining.backUp"
              components={{ backup: <Anchor component={Link} to={`${paths.backup}#recovery`} size="sm" /> }}
            />
          </Alert>
        </Stack>
      </Page>
    </div>
  );
}
