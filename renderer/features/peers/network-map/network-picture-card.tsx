import { Box, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { LocalPeer } from '../../../../src/contract/dashboard-api/peers.ts';
import { toCallError } from '../../../lib/api/call-error.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { BareList } from '../../../ui/lists/bare-list.tsx';
import { Note } from '../../../ui/values/texts.ts';
import { countStates, stateCountLabel, stateLabel } from '../peer-labels.ts';
import { useNetworkMap } from '../peer-queries.ts';
import { StateMark } from '../state-mark.tsx';
import { choosePeers, type Links } from './network-layout.ts';
import { NetworkPicture } from './network-picture.tsx';

const noLinks: Links = [];

/** Shows the network map with a legend and the number of peers left out. */
export function NetworkPictureCard({ peers }: { peers: LocalPeer[] }) {
  const { data, error } = useNetworkMap();
  const { drawn, left } = useMemo(() => choosePeers(peers), [peers]);
  const links = data?.links ?? noLinks;
  return (
    <SectionCard title={t('peers.picture.title')}>
      <Group align="center" gap="xl" style={{ rowGap: 'var(--mantine-spacing-md)' }}>
        <Box flex="1 1 22rem" miw={0}>
          <NetworkPicture peers={drawn} links={links} />
        </Box>
        <Stack flex="1 1 15rem" gap="md">
          <Text size="sm">{t('peers.picture.text')}</Text>
          <BareList gap={6} aria-label={t('peers.picture.marks')}>
            {countStates(peers).map(({ state, count }) => (
              <Group component="li" key={state} gap={8} wrap="nowrap">
                <StateMark state={state} />
                <Text size="sm">
                  {t('common.labelled', { label: stateLabel(state).label, value: formatCount(count) })}
                </Text>
              </Group>
            ))}
          </BareList>
          {left.length > 0 && (
            <Note>{t('peers.picture.notDrawn', { count: left.length, states: stateCountLabel(left) })}</Note>
          )}
          {error && <Note>{t('peers.picture.linksFailed', { problem: problemLabel(error) })}</Note>}
        </Stack>
      </Group>
    </SectionCard>
  );
}

function problemLabel(error: unknown): string {
  const { title, detail } = toCallError(error);
  return `${title}: ${detail}`;
}
