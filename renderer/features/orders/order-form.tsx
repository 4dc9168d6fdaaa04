import { Alert, Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ChainState, LocalWallet, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { roundedAmount } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useFocusInView } from '../../ui/forms/use-focus-in-view.ts';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { OpenPracticeWallet } from '../../ui/navigation/open-practice-wallet.tsx';
import { AmountLine } from '../../ui/values/amount-line.tsx';
import { decimalsOf } from '../../ui/values/money.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { ChainNotice, PracticeBanner, useChain } from '../chain/index.ts';
import { InsufficientFunds } from './insufficient-funds.tsx';
import { walletName } from './order-labels.ts';
import { fundsFor, type OrderFunds, type OrderPlan, walletsFor, walletsToOffer } from './order-plan.ts';
import { OrderProgress } from './order-progress.tsx';
import { usePlaceOrder, useQuote } from './order-queries.ts';

interface OrderFormProps {
  /** null while the input is incomplete. */
  plan: OrderPlan | null;
  /** The only wallets that can pay, if they are known before there is a plan. */
  payers?: readonly Payer[];
  /** Label of the button while there is no plan. */
  confirm: string;
  onClose(): void;
  /** Whether it is part of a page, which itself shows the state of the chain and the link back. */
  isPage?: boolean;
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
  isPage = false,
  children,
  chain,
  onOrdered,
}: UnorderedProps) {
  const [chosen, setChosen] = useState<Payer | null>(null);
  const place = usePlaceOrder();
  const wallets = walletsToOffer(walletsFor(chain, payers));
  const wallet = wallets.find(({ payer }) => payer === chosen) ?? wallets[0];
  const quote = useQuote(plan && wallet ? plan.request(wallet.payer) : null);
  useFocusInView(`${quote.status} ${place.status}`);
  const funds = plan && wallet && quote.data && fundsFor(wallet, plan, quote.data);
  const isReady = funds?.missing === 0n && (chain.state === 'ok' || chain.state === 'syncing');
  const choose = (payer: Payer) => {
    place.reset();
    setChosen(payer);
  };
  const submit = () => {
    if (!plan || !funds || !isReady || place.isPending) return;
    place.mutate(plan.request(funds.wallet.payer), {
      onSuccess: (order) => onOrdered({ order, done: plan.done }),
    });
  };
  return (
    <Form onSubmit={submit}>
      {!isPage && <PracticeBanner />}
      {children}
      {!isPage && <ChainNotice />}
      {wallet ? (
        <PayerField {...{ wallets, chosen: wallet, disabled: place.isPending }} onChange={choose} />
      ) : (
        <NoWallet wanted={payers} onClose={onClose} />
      )}
      {plan && funds && <OrderBreakdown plan={plan} funds={funds} />}
      {plan && wallet && quote.isPending && <Loading height={150} label={t('chain.order.workingOut')} />}
      {plan && quote.isError && <ProblemAlert error={quote.error} onRetry={() => void quote.refetch()} />}
      {quote.data?.warning && <QuoteWarning warning={quote.data.warning} />}
      {funds && <InsufficientFunds funds={funds} hasFaucet={chain.has_faucet} />}
      {place.isError && <ProblemAlert error={place.error} onClose={place.reset} />}
      {wallet?.payer === 'wallet' && <Text size="sm">{t('chain.order.confirmInWallet')}</Text>}
      {wallet?.page_url && <OpenPracticeWallet url={wallet.page_url} variant="default" size="xs" />}
      <Group justify="flex-end">
        {!(isPage && place.isPending) && (
          <Button variant="default" onClick={onClose}>
            {t(isPage ? 'common.back' : place.isPending ? 'common.close' : 'common.cancel')}
          </Button>
        )}
        <Button type="submit" disabled={!isReady} loading={place.isPending}>
          {plan?.confirm ?? confirm}
        </Button>
      </Group>
    </Form>
  );
}

const QuoteWarning = ({ warning }: { warning: Message }) => (
  <Alert color="yellow">
    <NodeMessage message={warning} />
  </Alert>
);

function NoWallet({ wanted, onClose }: { wanted: readonly Payer[] | undefined; onClose(): void }) {
  return (
    <Alert color="yellow" title={t(wanted ? 'chain.payer.notConnected' : 'chain.payer.noneTitle')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(wanted ? 'chain.payer.notConnectedText' : 'chain.payer.noneConnect')}</Text>
        <LinkButton to={paths.wallet} size="xs" onClick={onClose}>
          {t('chain.payer.toWallets')}
        </LinkButton>
      </Stack>
    </Alert>
  );
}

/** Lists each payment exactly, and the remaining balance. */
function OrderBreakdown({ plan, funds }: { plan: OrderPlan; funds: OrderFunds }) {
  const { payments } = plan;
  const { deposit, fees, total } = funds;
  const decimals = decimalsOf([...payments.map(({ nano }) => nano), deposit, fees, total]);
  return (
    <>
      <Table
        aria-label={t('chain.breakdown.label')}
        verticalSpacing={6}
        horizontalSpacing={0}
        withRowBorders={false}
      >
        <Table.Tbody>
          {payments.map(({ to, nano }) => (
            <AmountLine key={to} label={to} nano={nano} decimals={decimals} />
          ))}
          {deposit > 0n && (
            <AmountLine label={t('chain.breakdown.deposit')} nano={deposit} decimals={decimals} />
          )}
          {fees > 0n && <AmountLine label={t('chain.breakdown.fees')} nano={fees} decimals={decimals} />}
        </Table.Tbody>
        <Table.Tfoot style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <AmountLine label={t('chain.breakdown.total')} nano={total} decimals={decimals} weight={600} />
        </Table.Tfoot>
      </Table>
      <SmallNote>
        {t('chain.breakdown.feesComeBack')}
        {deposit > 0n && ` ${t('chain.breakdown.depositStays')}`}
      </SmallNote>
    </>
  );
}

interface PayerFieldProps {
  /** The possible payers, at least one. */
  wallets: LocalWallet[];
  chosen: LocalWallet;
  /** While the transaction is being placed. */
  disabled: boolean;
  onChange(payer: Payer): void;
}

/** Selects the wallet that pays; only shows its name if there is one wallet. */
function PayerField({ wallets, chosen, disabled, onChange }: PayerFieldProps) {
  if (wallets.length === 1) {
    return (
      <Text size="sm">
        {t('chain.payer.from', { wallet: walletName(chosen), balance: balanceLabel(chosen) })}
      </Text>
    );
  }
  return (
    <Radio.Group
      label={t('chain.payer.question')}
      value={chosen.payer}
      onChange={(value) => onChange(value as Payer)}
    >
      <Stack gap="xs" mt="xs">
        {wallets.map((wallet) => (
          <Radio
            key={wallet.payer}
            value={wallet.payer}
            label={walletName(wallet)}
            disabled={disabled}
            description={balanceLabel(wallet)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const balanceLabel = ({ balance }: LocalWallet): string =>
  balance === null ? t('chain.payer.unknown') : t('chain.payer.balance', { amount: roundedAmount(balance) });
