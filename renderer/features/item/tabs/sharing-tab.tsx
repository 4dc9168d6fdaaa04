import { Box, DataList, Stack, Table, Text } from '@mantine/core';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import type { Item } from '../../../../src/contract/dashboard-api/library/items.ts';
import { t } from '../../../lib/i18n/language.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { TableHead } from '../../../ui/lists/table-head.tsx';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { DateTime } from '../../../ui/values/date-time.tsx';
import { Fact } from '../../../ui/values/fact.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Note } from '../../../ui/values/texts.ts';
import { licenceLabel } from '../../licensing/index.ts';
import { BuyCard, OffersCard } from '../../market/index.ts';
import { useIsOnlyHere } from '../../monitoring/index.ts';
import { ShareLinks, shareKeyLabel, shareStateLabel, useHostName } from '../../sharing/index.ts';
import { isRestrictedForSale, publishedLabel, saleLabel } from '../../stored-file/index.ts';

/** Shows who can read an item, its links, terms, resale offers and buyers. */
export function SharingTab({ item: { content, offer, sales } }: { item: Item }) {
  return (
    <Stack gap="lg">
      {content && <SharingCard content={content} />}
      {offer ? (
        <>
          <BuyCard item={offer} />
          <OffersCard item={offer} />
        </>
      ) : (
        <Note>{t('item.sharing.notForSale')}</Note>
      )}
      {offer && sales && <SalesCard sales={sales} contentType={offer.content_type} />}
    </Stack>
  );
}

function SharingCard({ content }: { content: LocalContent }) {
  const { published, shares } = content;
  const hostName = useHostName();
  const sale = saleLabel(content);
  const isOnlyOwners = useIsOnlyHere() === true && shares.length === 0;
  return (
    <SectionCard title={t('item.sharing.title')}>
      <DataList labelWidth="9rem">
        <Fact label={t('content.details.published')}>
          {isRestrictedForSale(content)
            ? t(published ? 'content.publishedBadge' : 'content.unlistedBadge')
            : publishedLabel(published, isOnlyOwners)}
        </Fact>
        {shares.length === 0 && <Fact label={t('content.details.sharedOn')}>{t('content.shares.none')}</Fact>}
        {shares.map((share) => (
          <Fact key={share.host} label={t('content.details.sharedOn')}>
            <bdi>{hostName(share.host)}</bdi>: {shareStateLabel(share.state).label.toLowerCase()}
            {share.key !== 'none' && `. ${shareKeyLabel(share.key)}`}
            {share.state === 'shared' && (
              <Box mt={4}>
                <ShareLinks share={share} heading={hostName(share.host)} />
              </Box>
            )}
          </Fact>
        ))}
        {sale !== null && <Fact label={t('content.details.sale')}>{sale}</Fact>}
      </DataList>
    </SectionCard>
  );
}

interface SalesCardProps {
  sales: NonNullable<Item['sales']>;
  contentType: string;
}

/** Lists the buyers of licences from the author, newest first. */
function SalesCard({ sales: { total, newest }, contentType }: SalesCardProps) {
  const title = t('item.sales.title');
  if (total === 0) {
    return (
      <SectionCard title={title}>
        <Note>{t('item.sales.none')}</Note>
      </SectionCard>
    );
  }
  return (
    <SectionCard title={title} aside={<Note>{t('item.sales.count', { count: total })}</Note>}>
      <Table aria-label={title} horizontalSpacing={0}>
        <TableHead
          columns={[{ label: t('item.sales.buyer') }, { label: t('item.sales.price'), ta: 'end' }]}
        />
        <Table.Tbody>
          {newest.map(({ buyer, licence, price, at }, index) => (
            // The key includes the index, because one wallet may buy several licences at the same time.
            <Table.Tr key={`${at} ${buyer} ${index}`}>
              <Table.Th scope="row" fw={400}>
                <CopyableValue value={buyer} valueName={t('item.sales.buyerWhat')} short />
                <Text size="xs" c="dimmed">
                  {licenceLabel(licence, contentType)} · <DateTime at={at} />
                </Text>
              </Table.Th>
              <Table.Td ta="end">
                <Money nano={price} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  );
}
