import { Button, List, Text } from '@mantine/core';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { formatCount, formatNumberOf } from '../../lib/format.ts';
import { isIn } from '../../lib/peer-filter.ts';
import { countTroubles } from '../../lib/peer-words.ts';

const mostCauses = 4;

interface DoctorCardProps {
  peers: readonly LocalPeer[];
  /** Shows the peers in trouble alone. */
  onShow(): void;
}

/** How many peers cannot be used, and why: many with one cause have it on this side. */
export function DoctorCard({ peers, onShow }: DoctorCardProps) {
  const troubled = peers.filter((peer) => isIn('trouble', peer));
  const causes = countTroubles(troubled);
  const others = causes.slice(mostCauses).reduce((sum, { count }) => sum + count, 0);
  return (
    <SectionCard title="Connections">
      <Text size="sm">
        {troubled.length === 0
          ? 'No peer is in trouble.'
          : `${formatCount(troubled.length)} of ${formatNumberOf(peers.length, 'peer is', 'peers are')} in trouble. The list says for each what to do.`}
      </Text>
      {causes.length > 0 && (
        <List size="sm">
          {causes.slice(0, mostCauses).map(({ cause, count }) => (
            <List.Item key={cause}>
              {cause}: {formatCount(count)}
            </List.Item>
          ))}
          {others > 0 && <List.Item>Other causes: {formatCount(others)}</List.Item>}
        </List>
      )}
      {troubled.length > 0 && (
        <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={onShow}>
          Show them alone
        </Button>
      )}
    </SectionCard>
  );
}
