import { SimpleGrid, Stack } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain } from '../chain/index.ts';
import { walletsFor } from '../orders/index.ts';
import { ConnectCard } from './connect-card.tsx';
import { EarnedCard } from './earned-card.tsx';
import { OrdersCard } from './orders-card.tsx';
import { WalletCard } from './wallet-card.tsx';

/** Shows the wallets of the node and of its owner, and their orders. */
export function WalletPage() {
  const { data: chain, error } = useChain();
  return (
    <Page title={t('frame.pages.wallet')}>
      <PracticeBanner />
      {chain?.network === 'off' ? <ChainOff page="wallet" /> : <ChainNotice />}
      {chain && chain.network !== 'off' && (
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            {walletsFor(chain).map((wallet) => (
              <WalletCard key={wallet.payer} wallet={wallet} chain={chain} />
            ))}
          </SimpleGrid>
          <ConnectCard network={chain.network} />
          <EarnedCard />
          <OrdersCard />
        </Stack>
      )}
      {!chain && !error && <Loading height={240} label={t('wallet.loading')} />}
    </Page>
  );
}
