import { DataList } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { formatBytes, formatExactTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Fact } from '../../ui/values/fact.tsx';

/** Shows the author's description of a content, and its address on the chain. */
export function AboutCard({ item }: { item: MarketItem }) {
  const owner = <CopyableValue value={item.owner} what={t('market.about.what.owner')} short />;
  return (
    <SectionCard title={t('market.about.title')}>
      <DataList labelWidth="8rem">
        {item.description !== '' && <Fact label={t('market.about.description')}>{item.description}</Fact>}
        {item.authors.length > 0 && <Fact label={t('market.about.authors')}>{item.authors.join(', ')}</Fact>}
        {item.hashtags.length > 0 && (
          <Fact label={t('market.about.hashtags')}>{item.hashtags.map((tag) => `#${tag}`).join(' ')}</Fact>
        )}
        <Fact label={t('market.about.type')}>{item.content_type || t('market.about.notSaid')}</Fact>
        {item.size !== null && <Fact label={t('market.about.size')}>{formatBytes(item.size)}</Fact>}
        <Fact label={t('market.about.published')}>{formatExactTime(item.created_at)}</Fact>
        {item.updated_at !== item.created_at && (
          <Fact label={t('market.about.changed')}>{formatExactTime(item.updated_at)}</Fact>
        )}
        <Fact label={t('market.about.owner')}>
          {item.mine ? <Trans i18nKey="market.about.ownerYou" components={{ wallet: owner }} /> : owner}
        </Fact>
        <Fact label={t('market.about.onChain')}>
          <CopyableValue value={item.content_address} what={t('market.about.what.address')} short />
        </Fact>
        {item.content_id !== null && (
          <Fact label={t('market.about.contentId')}>
            <CopyableValue value={item.content_id} what={t('market.about.what.contentId')} short />
          </Fact>
        )}
      </DataList>
    </SectionCard>
  );
}
