import { List, Spoiler, Text } from '@mantine/core';
import type { SyncState } from '../../../src/contract/local-network.ts';
import { formatCount } from '../../lib/format.ts';
import { syncWords } from '../../lib/pause-words.ts';
import { hostName } from '../../lib/peer-words.ts';

/** How far it is known what other nodes have, and which of them could not be asked. */
export function SyncLine({ sync }: { sync: SyncState }) {
  const inTrouble = sync.nodes.filter(({ message }) => message !== null);
  const isFull = sync.contents >= sync.most_contents && sync.state !== 'off';
  return (
    <>
      <Text size="sm" c="dimmed">
        {syncWords(sync)}
        {isFull && ` No more than ${formatCount(sync.most_contents)} are remembered.`}
      </Text>
      {inTrouble.length > 0 && (
        <Spoiler maxHeight={66} showLabel="Show all" hideLabel="Show fewer">
          <List size="sm" c="dimmed" aria-label="Nodes that could not be asked">
            {inTrouble.map(({ host, message }) => (
              <List.Item key={host} style={{ overflowWrap: 'anywhere' }}>
                {hostName(host)}: {message}
              </List.Item>
            ))}
          </List>
        </Spoiler>
      )}
    </>
  );
}
