import { Button, Card, EmptyState } from '@mantine/core';
import { IconFileSearch, IconPlayerPause, IconWorldSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SyncState } from '../../../src/contract/local-network.ts';
import { PauseSwitch } from '../../components/pause-switch.tsx';
import { StartPractising } from '../../components/start-practising.tsx';
import { useSyncNow } from '../../lib/found-queries.ts';
import { pauseWords } from '../../lib/pause-words.ts';

/** Why nothing is known of other nodes, and what to do. */
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
        py="xl"
        icon={<IconWorldSearch stroke={1.4} aria-hidden />}
        title="Your node does not ask other nodes what they have"
        description="That is how it is set: the setting network.index_contents is 0. Set it to another number, such as 1000000, and start the node again."
      />
    </Card>
  );
}

function NoNodes() {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconWorldSearch stroke={1.4} aria-hidden />}
        title="No other node yet"
        description="Here you find what others show to everyone. Start a practice network to see how that works, or add a node whose address you were given."
      >
        <EmptyState.Actions>
          <StartPractising />
          <Button component={Link} to="/peers" variant="default">
            Add a node
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
        py="xl"
        icon={<IconPlayerPause stroke={1.4} aria-hidden />}
        title="Your node has not asked other nodes yet"
        description={`${pauseWords(sync.paused_by)} As soon as it goes on, you find here what others show to everyone.`}
      >
        <EmptyState.Actions>
          {sync.paused_by.includes('manual') ? (
            <PauseSwitch />
          ) : (
            <Button component={Link} to="/peers" variant="default">
              When it pauses
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
        py="xl"
        role="status"
        icon={<IconWorldSearch stroke={1.4} aria-hidden />}
        title={asking ? 'Your node is asking the others…' : 'Other nodes show nothing yet'}
        description="Here you find what others show to everyone. Your node asks them by itself from time to time."
      >
        <EmptyState.Actions>
          <Button
            variant="default"
            loading={ask.isPending}
            disabled={asking}
            onClick={() => ask.mutate(undefined)}
          >
            Ask now
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
        py="xl"
        role="status"
        icon={<IconFileSearch stroke={1.4} aria-hidden />}
        title="Nothing like it is known"
        description="Words are looked for in titles, descriptions, authors and hashtags, from their beginning."
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={onClear}>
            Show everything
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
