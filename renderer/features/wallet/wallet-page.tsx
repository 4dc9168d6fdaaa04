import { EmptyState, Stack } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { SignInState } from '../../../src/contract/dashboard-api/auth.ts';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { MoreButton } from '../../ui/lists/more-button.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { RateNote } from '../../ui/values/approximate.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { ConnectWallet, LinkedWallets, UnreachableManifest, useSignIn } from '../auth/index.ts';
import { ChainNotice, ChainOff, PracticeBanner, useChain } from '../chain/index.ts';
import { EarningsChart, RangeSwitch, useEarnings } from '../monitoring/index.ts';
import { useOrders, walletsFor } from '../orders/index.ts';
import { OrderItem } from './order-item.tsx';
import { SalesCard } from './sales-card.tsx';
import { FoldedWalletCard, WalletCard } from './wallet-card.tsx';

/** Shows the wallets of the node and of its owner, and their orders. */
export function WalletPage() {
  const { data: chain, error } = useChain();
  return (
    <Page
      title={t('frame.pages.wallet')}
      actions={<LinkButton to={paths.join}>{t('joining.open')}</LinkButton>}
    >
      <PracticeBanner />
      {chain?.network === 'off' ? <ChainOff page="wallet" /> : <ChainNotice withStore />}
      {chain && chain.network !== 'off' && (
        <Stack gap="md">
          <Wallets chain={chain} />
          <RateNote />
          <SalesCard />
          <ConnectCard network={chain.network} />
          <EarnedCard />
          <OrdersCard />
        </Stack>
      )}
      {!chain && !error && <Loading height={240} label={t('wallet.loading')} />}
    </Page>
  );
}

/** Shows the wallets that pay. If there is another one, only the balance of the node's own wallet is shown. */
function Wallets({ chain }: { chain: ChainState }) {
  const wallets = walletsFor(chain);
  const fees = wallets.find(({ payer }) => payer === 'service_wallet');
  const others = wallets.filter((wallet) => wallet !== fees);
  if (others.length === 0 && fees) return <WalletCard wallet={fees} chain={chain} />;
  return (
    <>
      {others.map((wallet) => (
        <WalletCard key={wallet.payer} wallet={wallet} chain={chain} />
      ))}
      {fees && <FoldedWalletCard wallet={fees} chain={chain} />}
    </>
  );
}

function EarnedCard() {
  const [range, setRange] = useState<HistoryRange>('month');
  const earnings = useEarnings(range);
  return (
    <SectionCard
      title={t('monitoring.earnings.title')}
      aside={<RangeSwitch range={range} onChange={setRange} />}
    >
      <QueryState query={earnings} height="16rem" loadingLabel={t('monitoring.loading')}>
        {(data) => <EarningsChart earnings={data} />}
      </QueryState>
    </SectionCard>
  );
}

/** Connects the owner's wallet app by QR code or link. */
function ConnectCard({ network }: Pick<ChainState, 'network'>) {
  return (
    <SectionCard title={t('wallet.connect.title')}>
      <Connect network={network} />
    </SectionCard>
  );
}

function Connect({ network }: Pick<ChainState, 'network'>) {
  return (
    <QueryState query={useSignIn()} height={90} loadingLabel={t('wallet.connect.loading')}>
      {(state) => {
        const hasPage = state.wallet_apps.some(({ page_url: page }) => page !== null);
        if (network === 'embedded' && !hasPage) return <Intro>{t('wallet.connect.practice')}</Intro>;
        return <Connectable network={network} state={state} />;
      }}
    </QueryState>
  );
}

const connectTexts = {
  embedded: 'wallet.connect.rehearse',
  testnet: 'wallet.connect.test',
  mainnet: 'wallet.connect.text',
  off: 'wallet.connect.text',
} as const;

function Connectable({ network, state }: Pick<ChainState, 'network'> & { state: SignInState }) {
  const isUnreachable = network !== 'embedded' && !state.manifest.reachable;
  return (
    <>
      <Intro>{t(connectTexts[network])}</Intro>
      <LinkedWallets wallets={state.owner.wallets} />
      {isUnreachable && state.connection?.state !== 'connected' && (
        <UnreachableManifest url={state.manifest.url} />
      )}
      <ConnectWallet state={state} />
    </>
  );
}

/** Lists the orders with their states, newest first. */
function OrdersCard() {
  const orders = useOrders();
  const { data, error } = orders;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <SectionCard title={t('wallet.orders.title')}>
      {error && <ProblemAlert error={error} onRetry={() => void orders.refetch()} />}
      {!data && !error && <Loading height={120} label={t('wallet.orders.loading')} />}
      {data && items.length === 0 && (
        <EmptyState
          py={0}
          icon={<IconReceipt2 stroke={1.4} aria-hidden />}
          title={t('wallet.orders.none.title')}
          description={t('wallet.orders.none.text')}
        />
      )}
      {items.length > 0 && (
        <BareList gap="md" aria-label={t('wallet.orders.title')}>
          {items.map((order) => (
            <OrderItem key={order.query_id} order={order} />
          ))}
        </BareList>
      )}
      <MoreButton query={orders} />
    </SectionCard>
  );
}
