import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ChainState, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { ChainNotice, PracticeBanner, useChain } from '../chain/index.ts';
import { InsufficientFunds } from './insufficient-funds.tsx';
import { OrderBreakdown } from './order-breakdown.tsx';
import { fundsFor, type OrderPlan, walletsFor } from './order-plan.ts';
import { OrderProgress } from './order-progress.tsx';
import { usePlaceOrder, useQuote } from './order-queries.ts';
import { PayerField } from './payer-field.tsx';

interface OrderFormProps {
  /** null while the input is incomplete. */
  plan: OrderPlan | null;
  /** The only wallets that can pay, where that is known before there is a plan. */
  payers?: readonly Payer[];
  /** Label of the button while there is no plan. */
  confirm: string;
  onClose(): void;
  /** The question and the input fields, above the payments. */
  children?: ReactNode;
  /** Shown after success, such as a link to the purchase. */
  next?: ReactNode;
}

/** Shows the payments, places the order once the user confirms it, then shows its progress. */
export function OrderForm(props: OrderFormProps) {
  const [ordered, setOrdered] = useState<{ order: Order; done: string } | null>(null);
  const { data: chain, error, refetch } = useChain();
  if (ordered) {
    return (
      <OrderProgress
        {...ordered}
        next={props.next}
        onAgain={() => setOrdered(null)}
        onClose={props.onClose}
      />
    );
  }
  if (chain) return <Unordered {...props} chain={chain} onOrdered={setOrdered} />;
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  return <Loading height={160} label={t('chain.order.loadingWallets')} />;
}

interface UnorderedProps extends OrderFormProps {
  chain: ChainState;
  onOrdered(ordered: { order: Order; done: string }): void;
}

function Unordered({
  plan,
  payers = plan?.payers,
  confirm,
  onClose,
  children,
  chain,
  onOrdered,
}: UnorderedProps) {
  const [chosen, setChosen] = useState<Payer | null>(null);
  const place = usePlaceOrder();
  const wallets = walletsFor(chain, payers);
  const wallet = wallets.find(({ payer }) => payer === chosen) ?? wallets[0];
  const quote = useQuote(plan && wallet ? plan.request(wallet.payer) : null);
  const funds = plan && wallet && quote.data && fundsFor(wallet, plan, quote.data);
  const isReady = funds?.missing === 0n && (chain.state === 'ok' || chain.state === 'syncing');
  const submit = () => {
    if (!plan || !funds || !isReady || place.isPending) return;
    place.mutate(plan.request(funds.wallet.payer), {
      onSuccess: (order) => onOrdered({ order, done: plan.done }),
    });
  };
  return (
    <Form onSubmit={submit}>
      <PracticeBanner />
      {children}
      <ChainNotice />
      {wallet ? (
        <PayerField
          wallets={wallets}
          chosen={wallet}
          onChange={(payer) => {
            place.reset();
            setChosen(payer);
          }}
        />
      ) : (
        <NoWallet wanted={payers} onClose={onClose} />
      )}
      {plan && funds && <OrderBreakdown plan={plan} funds={funds} />}
      {plan && wallet && quote.isPending && <Loading height={150} label={t('chain.order.workingOut')} />}
      {plan && quote.isError && <ProblemAlert error={quote.error} onRetry={() => void quote.refetch()} />}
      {funds && <InsufficientFunds funds={funds} hasFaucet={chain.has_faucet} />}
      {place.isError && <ProblemAlert error={place.error} onClose={place.reset} />}
      {wallet?.payer === 'wallet' && <Text size="sm">{t('chain.order.confirmInWallet')}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t(place.isPending ? 'common.close' : 'common.cancel')}
        </Button>
        <Button type="submit" disabled={!isReady} loading={place.isPending}>
          {plan?.confirm ?? confirm}
        </Button>
      </Group>
    </Form>
  );
}

function NoWallet({ wanted, onClose }: { wanted: readonly Payer[] | undefined; onClose(): void }) {
  return (
    <Alert color="yellow" title={t(wanted ? 'chain.payer.notConnected' : 'chain.payer.noneTitle')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(wanted ? 'chain.payer.notConnectedText' : 'chain.payer.noneConnect')}</Text>
        <LinkButton to="/wallet" size="xs" onClick={onClose}>
          {t('chain.payer.toWallets')}
        </LinkButton>
      </Stack>
    </Alert>
  );
}
