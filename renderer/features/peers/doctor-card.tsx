import { Button, List, Text } from '@mantine/core';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { isIn } from './peer-filter.ts';
import { countTroubles } from './peer-labels.ts';

const maxCauses = 4;

interface DoctorCardProps {
  peers: readonly LocalPeer[];
  /** Filters the list by unusable peers. */
  onShow(): void;
}

/** Shows how many peers cannot be used, and why; one cause for many peers is likely on this side. */
export function DoctorCard({ peers, onShow }: DoctorCardProps) {
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
