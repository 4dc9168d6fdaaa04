import { Box, Button, Code, Group, List, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconStethoscope, IconTopologyStar3 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Trans } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { Note } from '../../ui/values/texts.ts';
import { openSelfTest } from '../diagnostics/index.ts';
import { NetworkActivityCard } from '../network-activity/index.ts';
import { StartPractice } from '../practice/index.ts';
import { AddPeerForm } from './add-peer-form.tsx';
import { PeerPanel } from './details/peer-panel.tsx';
import { choosePeers, type Links } from './network-map/network-layout.ts';
import { NetworkPicture } from './network-map/network-picture.tsx';
import { isIn, type PeerGroup } from './peer-filter.ts';
import { countStates, countTroubles, stateCountLabel, stateLabel } from './peer-labels.ts';
import { PeerList } from './peer-list.tsx';
import { useNetworkMap, usePeers } from './peer-queries.ts';
import { StateMark } from './state-mark.tsx';

/** A map of fewer peers would show nothing that the list does not. */
const fewestOnMap = 5;

type PeersView = 'list' | 'map';

/** Shows the other nodes: the activity with them, and the list or the network map. */
export function PeersPage() {
  const query = usePeers();
  const { data: peers } = query;
  // A link only fills in the address; the user then adds the peer.
  const suggested = useSearchParams()[0].get('add') ?? undefined;
  const [group, setGroup] = useState<PeerGroup>('all');
  const [view, setView] = useState<PeersView>('list');
  const hasPeers = peers !== undefined && peers.length > 0;
  const hasMap = hasPeers && peers.length >= fewestOnMap;
  return (
    <Page
      title={t('frame.pages.peers')}
      note={hasPeers && t('peers.count', { count: peers.length })}
      actions={
        <Button
          variant="default"
          leftSection={<IconStethoscope size={18} stroke={1.8} aria-hidden />}
          onClick={openSelfTest}
        >
          {t('diagnostics.title')}
        </Button>
      }
    >
      <QueryState query={query} height={420} loadingLabel={t('peers.loading')} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <SectionCard title={t('peers.add.title')}>
            <AddPeerForm key={suggested} submitLabel={t('peers.add.submit')} suggested={suggested} />
            <AddressHelp />
          </SectionCard>
          {peers && !hasPeers && <NoPeers />}
          {hasPeers && (
            <DoctorCard
              peers={peers}
              onShow={() => {
                setGroup('trouble');
                setView('list');
              }}
            />
          )}
        </Stack>
        <NetworkActivityCard />
      </SimpleGrid>
      {hasMap && <ViewSwitch view={view} onChange={setView} />}
      {hasMap && view === 'map' && <NetworkPictureCard peers={peers} />}
      {hasPeers && !(hasMap && view === 'map') && <PeerList peers={peers} group={group} onGroup={setGroup} />}
      {peers && <PeerPanel peers={peers} />}
    </Page>
  );
}

function AddressHelp() {
  return (
    <Disclosure title={t('peers.add.where.title')}>
      <List size="sm" spacing={4} mt={4}>
        <List.Item>{t('peers.add.where.ask')}</List.Item>
        <List.Item>{t('peers.add.where.link')}</List.Item>
        <List.Item>
          <Trans i18nKey="peers.add.where.own" components={{ command: <Code /> }} />
        </List.Item>
      </List>
    </Disclosure>
  );
}

function ViewSwitch({ view, onChange }: { view: PeersView; onChange(view: PeersView): void }) {
  return (
    <SegmentedControl<PeersView>
      aria-label={t('peers.view.label')}
      style={{ alignSelf: 'flex-start' }}
      value={view}
      onChange={onChange}
      data={[
        { value: 'list', label: t('peers.view.list') },
        { value: 'map', label: t('peers.view.map') },
      ]}
    />
  );
}

function NoPeers() {
  return (
    <EmptyCard icon={IconTopologyStar3} title={t('peers.none.title')} description={t('peers.none.text')}>
      <StartPractice />
    </EmptyCard>
  );
}

const noLinks: Links = [];

/** Shows the network map with a legend and the number of peers left out. */
function NetworkPictureCard({ peers }: { peers: LocalPeer[] }) {
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

const maxCauses = 4;

interface DoctorCardProps {
  peers: readonly LocalPeer[];
  /** Filters the list by unusable peers. */
  onShow(): void;
}

/** Shows how many peers cannot be used, and why. If many have the same reason, the cause is probably this computer. */
function DoctorCard({ peers, onShow }: DoctorCardProps) {
  const troubled = peers.filter((peer) => isIn('trouble', peer));
  const causes = countTroubles(troubled);
  const others = causes.slice(maxCauses).reduce((sum, { count }) => sum + count, 0);
  return (
    <SectionCard title={t('peers.connections.title')}>
      <Text size="sm">
        {troubled.length === 0
          ? t('peers.connections.fine')
          : t('peers.connections.troubled', { troubled: troubled.length, count: peers.length })}
      </Text>
      {causes.length > 0 && (
        <List size="sm">
          {causes.slice(0, maxCauses).map(({ cause, count }) => (
            <List.Item key={cause}>
              {t('common.labelled', { label: cause, value: formatCount(count) })}
            </List.Item>
          ))}
          {others > 0 && <List.Item>{t('peers.connections.others', { count: others })}</List.Item>}
        </List>
      )}
      {troubled.length > 0 && (
        <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={onShow}>
          {t('peers.connections.showAlone')}
        </Button>
      )}
    </SectionCard>
  );
}
