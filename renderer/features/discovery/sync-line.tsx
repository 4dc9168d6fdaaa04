import { List, Spoiler } from '@mantine/core';
import type { SyncState } from '../../../src/contract/dashboard-api/discovery.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { Note } from '../../ui/values/texts.ts';
import { syncLabel } from '../network-activity/index.ts';

/** Shows the progress of discovery, and the nodes whose lists could not be read. */
export function SyncLine({ sync }: { sync: SyncState }) {
  const inTrouble = sync.nodes.flatMap(({ host, message }) => (message === null ? [] : [{ host, message }]));
  const isFull = sync.contents >= sync.most_contents && sync.state !== 'off';
  return (
    <>
      <Note>
        {syncLabel(sync)}
        {isFull && ` ${t('found.sync.most', { count: sync.most_contents })}`}
      </Note>
      {inTrouble.length > 0 && (
        <Spoiler maxHeight={66} showLabel={t('common.showAll')} hideLabel={t('common.showFewer')}>
          <List size="sm" c="dimmed" aria-label={t('found.sync.trouble')}>
            {inTrouble.map(({ host, message }) => (
              <List.Item key={host} style={{ overflowWrap: 'anywhere' }}>
                <bdi>{hostName(host)}</bdi>: <NodeMessage message={message} />
              </List.Item>
            ))}
          </List>
        </Spoiler>
      )}
    </>
  );
}
