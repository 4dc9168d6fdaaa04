import { DataList, Group, List, Stack, Text } from '@mantine/core';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { splitAmount } from '../../../../src/contract/revenue-split.ts';
import { isCollectionType } from '../../../lib/format/file-kind.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { amountText, priceLabel } from '../../../lib/format/ton.ts';
import { t } from '../../../lib/i18n/language.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { Fact } from '../../../ui/values/fact.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';
import { licenceLabel } from '../../licensing/index.ts';
import { useOverview } from '../../monitoring/index.ts';
import { OrderForm, type OrderPlan } from '../../orders/index.ts';
import { useHostName } from '../../sharing/index.ts';
import { FilePicture, useContent, useKindName } from '../../stored-file/index.ts';
import { EncryptionProgress } from '../encryption-progress.tsx';
import type { RegistrationRequest } from '../publication.ts';

interface ConfirmStepProps {
  ask: RegistrationRequest;
  content: LocalContent;
  onBack(): void;
}

/** Shows the whole sale, what becomes public and the costs; then pays. */
export function ConfirmStep({ ask, content, onBack }: ConfirmStepProps) {
  const { content_id: contentId, encryption } = content;
  const plan: OrderPlan = {
    confirm: t('selling.confirm.publish'),
    payments: [],
    done: t('selling.confirm.done'),
    request: (payer) => ({ ...ask, pay_with: payer }),
  };
  return (
    <Stack gap="md">
      <Summary ask={ask} content={content} />
      <Consequences ask={ask} />
      <SectionCard title={t('selling.confirm.payment')}>
        <OrderForm isPage plan={plan} confirm={t('selling.confirm.publish')} onClose={onBack}>
          {encryption?.state === 'encrypting' && (
            <EncryptionProgress contentId={contentId} encryption={encryption} />
          )}
        </OrderForm>
      </SectionCard>
    </Stack>
  );
}

function Summary({ ask, content }: Pick<ConfirmStepProps, 'ask' | 'content'>) {
  const { title, authors, royalties, price, resale_price: resalePrice } = ask;
  const { content_type: type } = content;
  const kind = useKindName(content.content_id, type);
  const cover = useContent(ask.cover_id ?? null).data;
  const keeps = splitAmount(
    BigInt(price),
    royalties.map(({ value }) => value),
  ).owner;
  return (
    <SectionCard title={t('selling.confirm.summary')}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {/* Without a thumbnail, because buyers do not see that of an encrypted file. */}
        <FilePicture content={cover ?? { ...content, thumbnail_url: null }} size={64} />
        <Stack gap={2} miw={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {authors && authors.length > 0 && <Text size="sm">{authors.join(', ')}</Text>}
          <SmallNote style={{ overflowWrap: 'anywhere' }}>
            {isCollectionType(type) ? kind : `${content.name} · ${formatBytes(content.size)}`}
          </SmallNote>
        </Stack>
      </Group>
      <DataList orientation="vertical">
        <Fact label={licenceLabel('listen', type)}>{priceLabel(price)}</Fact>
        {ask.allow_resale && <Fact label={licenceLabel('resale', type)}>{priceLabel(resalePrice)}</Fact>}
        {BigInt(price) > 0n && royalties.length > 0 && (
          <Fact label={t('selling.confirm.youReceive')}>
            {t('selling.confirm.afterSplit', { amount: amountText(keeps), count: royalties.length })}
          </Fact>
        )}
        <Fact label={t('selling.steps.host')}>
          <HostName host={ask.host ?? null} />
        </Fact>
      </DataList>
    </SectionCard>
  );
}

function HostName({ host }: { host: string | null }) {
  const isPublic = useOverview().data?.node.node_type === 'public';
  const hostName = useHostName();
  if (host !== null) return hostName(host);
  return t(isPublic ? 'selling.host.self.label' : 'selling.confirm.noHost');
}

function Consequences({ ask }: { ask: RegistrationRequest }) {
  const { price, resale_price: resalePrice, allow_resale: allowResale } = ask;
  const isSold = BigInt(price) > 0n || (allowResale && BigInt(resalePrice) > 0n);
  return (
    <SectionCard title={t('selling.confirm.consequences')}>
      <List size="sm" spacing={4}>
        <List.Item>{t('selling.confirm.public')}</List.Item>
        {isSold ? (
          <>
            <List.Item>{t('selling.confirm.encrypted')}</List.Item>
            <List.Item>{t('selling.confirm.encryptedOnly')}</List.Item>
          </>
        ) : (
          <List.Item>{t('selling.confirm.free')}</List.Item>
        )}
      </List>
    </SectionCard>
  );
}
