import { Button } from '@mantine/core';
import { IconFileSearch, IconPlayerPause, IconWorldSearch } from '@tabler/icons-react';
import type { SyncState } from '../../../src/contract/dashboard-api/discovery.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { MarkedText } from '../../ui/values/marked-text.tsx';
import { PauseSwitch, pauseLabel } from '../network-activity/index.ts';
import { StartPractice } from '../practice/index.ts';
import { useSyncNow } from './discovery-queries.ts';

/** Shows why the remote index is empty, and what to do. */
export function NothingKnown({ sync, peers }: { sync: SyncState; peers: number }) {
  if (sync.state === 'off') {
    const text = <MarkedText text={t('discovery.nothing.offText')} />;
    return <EmptyCard icon={IconWorldSearch} title={t('discovery.nothing.off')} description={text} />;
  }
  if (peers === 0) return <NoNodes />;
  if (sync.state === 'paused') return <Paused sync={sync} />;
  return <NothingShown asking={sync.state === 'running'} />;
}

function NoNodes() {
  return (
    <EmptyCard
      icon={IconWorldSearch}
      title={t('discovery.nothing.noNodes')}
      description={t('discovery.nothing.noNodesText')}
    >
      <StartPractice />
      <LinkButton to={paths.peers}>{t('common.addNode')}</LinkButton>
    </EmptyCard>
  );
}

function Paused({ sync }: { sync: SyncState }) {
  return (
    <EmptyCard
      icon={IconPlayerPause}
      title={t('discovery.nothing.paused')}
      description={t('discovery.nothing.pausedText', { paused: pauseLabel(sync.paused_by) })}
    >
      {sync.paused_by.includes('manual') ? (
        <PauseSwitch />
      ) : (
        <LinkButton to={paths.peers}>{t('discovery.nothing.whenPaused')}</LinkButton>
      )}
    </EmptyCard>
  );
}

function NothingShown({ asking }: { asking: boolean }) {
  const ask = useSyncNow();
  return (
    <EmptyCard
      role="status"
      icon={IconWorldSearch}
      title={t(asking ? 'discovery.nothing.asking' : 'discovery.nothing.shown')}
      description={t('discovery.nothing.shownText')}
    >
      <Button
        variant="default"
        loading={ask.isPending}
        disabled={asking}
        onClick={() => ask.mutate(undefined)}
      >
        {t('discovery.askNow')}
      </Button>
    </EmptyCard>
  );
}

export function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyCard
      role="status"
      icon={IconFileSearch}
      title={t('discovery.nothing.known')}
      description={t('discovery.nothing.knownText')}
    >
      <Button variant="default" onClick={onClear}>
        {t('common.showAll')}
      </Button>
    </EmptyCard>
  );
}
