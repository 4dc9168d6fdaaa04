import { Badge, Button, DataList, Stack, Table, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { useParams } from 'react-router';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { titleOf } from '../../lib/format/file-kind.ts';
import { formatBytes, formatExactTime, shorten } from '../../lib/format/format.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { TableHead } from '../../ui/lists/table-head.tsx';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Fact } from '../../ui/values/fact.tsx';
import { Money } from '../../ui/values/money.tsx';
import { ChainNotice, PracticeBanner, useIsChainUnknown } from '../chain/index.ts';
import { ShareForBuyers } from '../sharing/index.ts';
import { BuyCard } from './buy-card.tsx';
import { openOfferPurchase } from './buy-dialogs.tsx';
import { ItemHead } from './item-head.tsx';
import classes from './item-page.module.css';
import { useMarketItem } from './market-queries.ts';
import { PreviewCard } from './preview-card.tsx';

/** Shows an item of the market: preview, price, and the licences that the user has. */
export function ItemPage() {
  const { address = '' } = useParams();
  const { data: item, error, refetch } = useMarketItem(address);
  const isChainUnknown = useIsChainUnknown();
  const isUnknown = !item && error !== null && toCallError(error).code === 'content_not_found';
  return (
    <>
      <BackLink to={paths.store} label={t('frame.pages.store')} />
      <Page title={item ? titleOf(item) : t(isUnknown ? 'market.item.notFound' : 'market.item.title')}>
        <PracticeBanner />
        <ChainNotice />
        {item && <Item item={item} />}
        {isUnknown && <Unknown />}
        {error && !isUnknown && !isChainUnknown && (
          <ProblemAlert error={error} onRetry={() => void refetch()} />
        )}
        {!item && !error && <Loading height={280} label={t('market.item.loading')} />}
      </Page>
    </>
  );
}

function Item({ item }: { item: MarketItem }) {
  return (
    <div className={classes.item}>
      <ItemHead item={item} />
      <div className={classes.preview}>
        <PreviewCard item={item} />
      </div>
      <Stack className={classes.buy ?? ''} gap="lg">
        {item.mine && item.content_id !== null && <ShareForBuyers contentId={item.content_id} />}
        <BuyCard item={item} />
        <OffersCard item={item} />
      </Stack>
      <Stack className={classes.about ?? ''} gap="lg">
        <AboutCard item={item} />
        <TechnicalCard item={item} />
      </Stack>
    </div>
  );
}

function Unknown() {
  return (
    <EmptyCard
      icon={IconFileSearch}
      title={t('market.item.unknown')}
      description={t('market.item.unknownText')}
    >
      <LinkButton to={paths.store}>{t('market.item.toMarket')}</LinkButton>
    </EmptyCard>
  );
}

/** Shows the author's description of a content. */
function AboutCard({ item }: { item: MarketItem }) {
  return (
    <SectionCard title={t('market.about.title')}>
      <DataList labelWidth="8rem">
        {item.description !== '' && <Fact label={t('content.details.description')}>{item.description}</Fact>}
        {item.authors.length > 0 && (
          <Fact label={t('content.details.authors')}>{item.authors.join(', ')}</Fact>
        )}
        {item.hashtags.length > 0 && (
          <Fact label={t('content.details.hashtags')}>{item.hashtags.map((tag) => `#${tag}`).join(' ')}</Fact>
        )}
        <Fact label={t('content.columns.type')}>{item.content_type || t('market.about.notSaid')}</Fact>
        {item.size !== null && <Fact label={t('content.columns.size')}>{formatBytes(item.size)}</Fact>}
        <Fact label={t('market.columns.since')}>{formatExactTime(item.created_at)}</Fact>
        {item.updated_at !== item.created_at && (
          <Fact label={t('content.details.changed')}>{formatExactTime(item.updated_at)}</Fact>
        )}
      </DataList>
    </SectionCard>
  );
}

/** Shows the seller's wallet, and the addresses of a content. */
function TechnicalCard({ item }: { item: MarketItem }) {
  const owner = <CopyableValue value={item.owner} what={t('market.about.what.owner')} short />;
  return (
    <SectionCard title={t('market.about.technical')}>
      <DataList labelWidth="8rem">
        <Fact label={t('market.about.owner')}>
          {item.mine ? <Trans i18nKey="market.about.ownerYou" components={{ wallet: owner }} /> : owner}
        </Fact>
        <Fact label={t('market.about.onChain')}>
          <CopyableValue value={item.content_address} what={t('market.about.what.address')} short />
        </Fact>
        {item.content_id !== null && (
          <Fact label={t('content.details.contentId')}>
            <CopyableValue value={item.content_id} what={t('content.details.what.contentId')} short />
          </Fact>
        )}
      </DataList>
    </SectionCard>
  );
}

/** Lists the licences that holders resell, cheapest first. */
function OffersCard({ item }: { item: MarketItem }) {
  const { offers } = item;
  if (offers.length === 0) return null;
  return (
    <SectionCard title={t('market.offers.title')}>
      <Text size="sm">{t('market.offers.text')}</Text>
      <Table aria-label={t('market.offers.title')} horizontalSpacing={0}>
        <TableHead
          columns={[
            { label: t('market.offers.column') },
            { label: t('market.offers.buy'), w: 88, isHidden: true },
          ]}
        />
        <Table.Tbody>
          {offers.map((offer) => (
            <Table.Tr key={offer.licence_address}>
              <Table.Th scope="row" fw={400}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Money nano={offer.price} />
                </Text>
                <CopyableValue value={offer.owner} what={t('market.about.what.owner')} short />
              </Table.Th>
              <Table.Td ta="end">
                {offer.mine ? (
                  <Badge>{t('market.offers.yours')}</Badge>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('market.offers.buyOf', {
                      price: amountText(offer.price),
                      owner: shorten(offer.owner),
                    })}
                    onClick={() => openOfferPurchase(item, offer)}
                  >
                    {t('market.offers.buy')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  );
}
