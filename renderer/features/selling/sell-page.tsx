import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf } from '../../lib/paths.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TimeText } from '../../ui/values/time-text.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain } from '../chain/index.ts';
import { isSaleAwaited, OrderIcon, orderStateLabel, registeredAs, useOrders } from '../orders/index.ts';
import { ShareForBuyers, SharesForBuyers, useHostName } from '../sharing/index.ts';
import { useContent } from '../stored-file/index.ts';
import { draftOf, dropDraft } from './drafts.ts';
import { EncryptionProgress } from './encryption-progress.tsx';
import { SellForm } from './sell-form.tsx';

/** Sells a stored content, and shows the progress of its registration. */
export function SellPage() {
  const { contentId = '' } = useParams();
  const network = useChain().data?.network;
  return (
    <Page title={t('selling.title')}>
      <PracticeBanner />
      {network === 'off' ? <ChainOff page="publish" /> : <Publishing key={contentId} contentId={contentId} />}
    </Page>
  );
}

function Publishing({ contentId }: { contentId: string }) {
  const chain = useChain().data;
  const content = useContent(contentId);
  const isGone = content.error !== null && toCallError(content.error).code === 'content_not_found';
  const encryption = isGone ? null : (content.data?.encryption ?? null);
  const { orders, last } = useRegistration(contentId, encryption?.encrypted_id ?? null);
  // Only the orders tell whether a file that is gone was sold.
  const needed = isGone && !orders.isSuccess ? orders : content;
  const isDone = last?.state === 'confirmed';
  const isUnderWay = isDone || (last?.state === 'open' && !last.is_unsent);
  // Its form shows the progress and the errors.
  const isAwaited = encryption?.state === 'encrypting' && isSaleAwaited(contentId);

  useEffect(() => {
    if (isDone) dropDraft(contentId);
  }, [isDone, contentId]);

  return (
    <>
      <ChainNotice withStore />
      {/* After its registration, only the encrypted file of a sold content is stored here. */}
      {needed.error && !isUnderWay && (
        <ProblemAlert error={needed.error} onRetry={() => void needed.refetch()} />
      )}
      {last && <Registration key={String(isUnderWay)} order={last} host={draftOf(contentId)?.host ?? null} />}
      {encryption && !isUnderWay && !isAwaited && (
        <EncryptionProgress contentId={contentId} encryption={encryption} />
      )}
      {content.data &&
        !isGone &&
        chain &&
        !isUnderWay &&
        (isAwaited || encryption?.state !== 'encrypting') && (
          <SellForm content={content.data} chain={chain} />
        )}
      {!(content.data && chain) && !needed.error && (
        <Loading height={320} label={t('selling.form.loading')} />
      )}
    </>
  );
}

function useRegistration(contentId: string, encryptedId: string | null) {
  // A failed registration removes the encrypted file.
  const [lastEncryptedId, setLastEncryptedId] = useState(encryptedId);
  if (encryptedId !== null && encryptedId !== lastEncryptedId) setLastEncryptedId(encryptedId);
  // Keeps all ids, because a small file may be encrypted and removed between two renders.
  const ids = new Set<string | null>([contentId, lastEncryptedId, registeredAs(contentId)]);
  const orders = useOrders();
  const last = orders.data?.pages
    .flatMap(({ items }) => items)
    .find(({ kind, content_id: id }) => kind === 'register' && id !== null && ids.has(id));
  return { orders, last };
}

interface RegistrationProps {
  order: Order;
  /** The public node that gets the file afterwards; null if there is none. */
  host: string | null;
}

function Registration({ order, host }: RegistrationProps) {
  const status = useRef<HTMLDivElement>(null);
  const hostName = useHostName();
  // The progress gets the focus, because the pressed button no longer exists; at once, before the frame restores it.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) status.current?.focus();
  }, []);
  const { state, content_id: id, content_address: address, valid_until: until } = order;
  const shown = order.is_unsent ? 'unsent' : state;
  const { color, explanation } = orderStateLabel(order);
  return (
    <>
      <Alert
        ref={status}
        tabIndex={-1}
        role="status"
        color={color}
        title={t(`selling.registration.${shown}`)}
        icon={<OrderIcon order={order} />}
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{state === 'confirmed' ? t('selling.registration.everybody') : explanation}</Text>
          {state === 'open' && host !== null && (
            <Text size="sm">{t('selling.registration.thenHost', { node: hostName(host) })}</Text>
          )}
          {state === 'open' && (
            <Text size="sm">
              <TimeText text="selling.registration.ends" at={until} direction="future" />
            </Text>
          )}
          {state === 'confirmed' && address !== null && (
            <Anchor component={Link} to={itemPathOf(address)} size="sm">
              {t('common.openItemPage')}
            </Anchor>
          )}
        </Stack>
      </Alert>
      {state === 'confirmed' && id !== null && (
        <>
          <ShareForBuyers contentId={id} />
          <SharesForBuyers contentId={id} />
        </>
      )}
    </>
  );
}
