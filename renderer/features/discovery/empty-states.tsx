import { Button, Card, EmptyState } from '@mantine/core';
import { IconFileSearch, IconPlayerPause, IconWorldSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SyncState } from '../../../src/contract/dashboard-api/discovery.ts';
import { t } from '../../lib/i18n/language.ts';
import { MarkedText } from '../../ui/values/marked-text.tsx';
import { PauseSwitch, pauseLabel } from '../network-activity/index.ts';
import { StartPractice } from '../practice/index.ts';
import { useSyncNow } from './discovery-queries.ts';

/** Shows why the remote index is empty, and what to do. */
export function NothingKnown({ sync, peers }: { sync: SyncState; peers: number }) {
  if (sync.state === 'off') return <SwitchedOff />;
  if (peers === 0) return <NoNodes />;
  if (sync.state === 'paused') return <Paused sync={sync} />;
  return <NothingShown asking={sync.state === 'running'} />;
}

function SwitchedOff() {
  return (
    <Card>
      <EmptyState
        icon={<IconWorldSearch stroke={1.4} aria-hidden />}
        title={t('found.nothing.off')}
        description={<MarkedText text={t('found.nothing.offText')} />}
      />
    </Card>
  );
}

function NoNodes() {
  return (
    <Card>
      <EmptyState
        icon={<IconWorldSearch stroke={1.4} aria-hidden />}
        title={t('found.nothing.noNodes')}
        description={t('found.nothing.noNodesText')}
      >
        <EmptyState.Actions>
          <StartPractice />
          <Button component={Link} to="/peers" variant="default">
            {t('found.nothing.add')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}

function Paused({ sync }: { sync: SyncState }) {
  return (
    <Card>
      <EmptyState
        icon={<IconPlayerPause stroke={1.4} aria-hidden />}
        title={t('found.nothing.paused')}
        description={t('found.nothing.pausedText', { paused: pauseLabel(sync.paused_by) })}
      >
        <EmptyState.Actions>
          {sync.paused_by.includes('manual') ? (
            <PauseSwitch />
          ) : (
            <Button component={Link} to="/peers" variant="default">
              {t('found.nothing.whenPaused')}
            </Button>
          )}
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}

function NothingShown({ asking }: { asking: boolean }) {
  const ask = useSyncNow();
  return (
    <Card>
      <EmptyState
        role="status"
        icon={<IconWorldSearch stroke={1.4} aria-hidden />}
        title={t(asking ? 'found.nothing.asking' : 'found.nothing.shown')}
        description={t('found.nothing.shownText')}
      >
        <EmptyState.Actions>
          <Button
            variant="default"
            loading={ask.isPending}
            disabled={asking}
            onClick={() => ask.mutate(undefined)}
          >
            {t('found.askNow')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}

export function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <Card>
      <EmptyState
        role="status"
        icon={<IconFileSearch stroke={1.4} aria-hidden />}
        title={t('found.nothing.known')}
        description={t('found.nothing.knownText')}
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={onClear}>
            {t('found.nothing.showEverything')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
