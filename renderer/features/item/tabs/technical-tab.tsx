import { DataList } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import type { Item } from '../../../../src/contract/dashboard-api/library/items.ts';
import type { MarketItem } from '../../../../src/contract/dashboard-api/market.ts';
import { formatBytes, formatExactTime } from '../../../lib/format/format.ts';
import { hostName } from '../../../lib/format/host-name.ts';
import { t } from '../../../lib/i18n/language.ts';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { Fact } from '../../../ui/values/fact.tsx';
import { damageLabel, isRestrictedForSale, plainName } from '../../stored-file/index.ts';
import { itemType } from '../item-labels.ts';

/** Shows ids, addresses, the state of the bytes, and the nodes that have them. */
export function TechnicalTab({ item }: { item: Item }) {
  const { content, offer, remote } = item;
  const known = content ?? remote;
  const id = known?.content_id ?? offer?.content_id ?? null;
  const size = (known ?? offer)?.size ?? null;
  return (
    <DataList labelWidth="9rem">
      {content && (
        <Fact label={t('content.details.fileName')}>
          <bdi>{plainName(content)}</bdi>
        </Fact>
      )}
      <Fact label={t('content.columns.type')}>{itemType(item) || t('market.about.notSaid')}</Fact>
      {size !== null && <Fact label={t('content.columns.size')}>{sizeLabel(size)}</Fact>}
      {content && <StorageFacts content={content} />}
      {id !== null && (
        <Fact label={t('content.details.contentId')}>
          <CopyableValue value={id} valueName={t('content.details.what.contentId')} />
        </Fact>
      )}
      {known && (
        <Fact label="SHA-256">
          <CopyableValue value={known.content_sha256} valueName={t('content.details.what.sha256')} />
        </Fact>
      )}
      {content && <LinkFacts content={content} />}
      {offer && <OfferFacts offer={offer} />}
      {remote && remote.sources.length > 0 && (
        <Fact label={t('item.technical.nodes')}>
          <bdi>{remote.sources.map(hostName).join(', ')}</bdi>
        </Fact>
      )}
    </DataList>
  );
}

const sizeLabel = (size: number): string =>
  size < 1000 ? formatBytes(size) : t('content.details.bytes', { size: formatBytes(size), count: size });

function StorageFacts({ content: { damage, verified_at: checked } }: { content: LocalContent }) {
  const time = checked === null ? t('content.details.notChecked') : formatExactTime(checked);
  return (
    <Fact label={t('content.details.lastChecked')}>
      {damage !== null && `${damageLabel(damage)} `}
      {damage === null && checked !== null ? t('content.details.inOrder', { time }) : time}
    </Fact>
  );
}

function LinkFacts({ content }: { content: LocalContent }) {
  const { content_url: url, cover_id: cover } = content;
  return (
    <>
      {!isRestrictedForSale(content) && (
        <Fact label={t('content.details.link')}>
          <CopyableValue value={url} valueName={t('content.details.what.link')} />
        </Fact>
      )}
      {cover !== null && (
        <Fact label={t('content.cover.label')}>
          <CopyableValue value={cover} valueName={t('content.details.what.coverId')} />
        </Fact>
      )}
    </>
  );
}

function OfferFacts({ offer }: { offer: MarketItem }) {
  const owner = <CopyableValue value={offer.owner} valueName={t('market.about.what.owner')} short />;
  return (
    <>
      <Fact label={t('market.about.owner')}>
        {offer.mine ? <Trans i18nKey="market.about.ownerYou" components={{ wallet: owner }} /> : owner}
      </Fact>
      <Fact label={t('market.about.onChain')}>
        <CopyableValue value={offer.content_address} valueName={t('market.about.what.address')} short />
      </Fact>
    </>
  );
}
