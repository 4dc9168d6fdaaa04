import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MarketItem } from '../../../src/contract/local-chain.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatBytes, formatExactTime } from '../../lib/format.ts';

/** What its author says of a content, and where it is on the chain. */
export function AboutCard({ item }: { item: MarketItem }) {
  return (
    <SectionCard title="About">
      <DataList labelWidth="7rem">
        {item.description !== '' && <Fact label="Description">{item.description}</Fact>}
        {item.authors.length > 0 && <Fact label="Authors">{item.authors.join(', ')}</Fact>}
        {item.hashtags.length > 0 && (
          <Fact label="Hashtags">{item.hashtags.map((tag) => `#${tag}`).join(' ')}</Fact>
        )}
        <Fact label="Type">{item.content_type || 'Not said'}</Fact>
        {item.size !== null && <Fact label="Size">{formatBytes(item.size)}</Fact>}
        <Fact label="Published">{formatExactTime(item.created_at)}</Fact>
        {item.updated_at !== item.created_at && (
          <Fact label="Changed">{formatExactTime(item.updated_at)}</Fact>
        )}
        <Fact label="Owner">
          {item.mine && 'You: '}
          <CopyableValue value={item.owner} what="the wallet of the owner" short />
        </Fact>
        <Fact label="On the chain">
          <CopyableValue value={item.content_address} what="the address on the chain" short />
        </Fact>
        {item.content_id !== null && (
          <Fact label="Content id">
            <CopyableValue value={item.content_id} what="the content id" short />
          </Fact>
        )}
      </DataList>
    </SectionCard>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {children}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
