import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Subsection } from '../../ui/layout/subsection.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { OrderForm, type OrderPlan } from '../orders/index.ts';
import { AddPeerForm } from '../peers/index.ts';

interface StoreCardProps {
  chain: ChainState;
  /** What the node's own Store lacked in the last check; null if it is unknown. */
  need: 'deployment' | 'metadata' | 'nothing' | null;
}

/** Sets up this node's Store, or uses that of another node; nothing if a Store is in use. */
export function StoreCard({ chain, need }: StoreCardProps) {
  const { state, source } = chain.platform;
  const isMissing = state === 'missing' && source === 'own';
  if (isMissing) return <MissingStore chain={chain} />;
  if (state !== 'deployed' || source !== 'own' || need !== 'metadata') return null;
  return (
    <SectionCard title={t('joining.store.title')}>
      <Intro>{t('joining.store.outdated')}</Intro>
      <StoreButton action="update" />
    </SectionCard>
  );
}

function MissingStore({ chain: { message } }: { chain: ChainState }) {
  const isOrdered = message?.reason === 'orders.platformStarting';
  if (isOrdered) {
    return (
      <SectionCard title={t('joining.store.title')}>
        <Alert role="status">
          <NodeMessage message={message} />
        </Alert>
      </SectionCard>
    );
  }
  return (
    <SectionCard title={t('joining.store.title')}>
      <Intro>{t('joining.store.missing')}</Intro>
      <Subsection title={t('joining.store.own.title')}>
        <Text size="sm">{t('joining.store.own.text')}</Text>
        <StoreButton action="setUp" />
      </Subsection>
      <Subsection title={t('joining.store.others.title')}>
        <Text size="sm">{t('joining.store.others.text')}</Text>
        <Stack maw="30rem">
          <AddPeerForm submitLabel={t('joining.store.others.use')} submitVariant="default" />
        </Stack>
      </Subsection>
    </SectionCard>
  );
}

type Action = 'setUp' | 'update';

function StoreButton({ action }: { action: Action }) {
  return (
    <Button
      style={{ alignSelf: 'flex-start' }}
      variant={action === 'setUp' ? 'filled' : 'default'}
      onClick={() =>
        openDialog({
          title: t(`joining.store.actions.${action}.title`),
          size: 'lg',
          children: (close) => (
            <OrderForm
              plan={planOf(action)}
              confirm={t(`joining.store.actions.${action}.confirm`)}
              onClose={close}
            >
              <Text size="sm">{t(`joining.store.actions.${action}.text`)}</Text>
            </OrderForm>
          ),
        })
      }
    >
      {t(`joining.store.actions.${action}.open`)}
    </Button>
  );
}

const planOf = (action: Action): OrderPlan => ({
  confirm: t(`joining.store.actions.${action}.confirm`),
  payments: [],
  done: t(`joining.store.actions.${action}.done`),
  payers: ['service_wallet'],
  request: () => ({ kind: 'platform', pay_with: 'service_wallet' }),
});
