import type { PlatformQuote } from '../../../contract/control.ts';
import type { Order } from '../../../contract/dashboard-api/orders.ts';
import { NodeError } from '../../../core/node-error.ts';
import { formatTonAddress } from '../../../core/ton/ton-address.ts';
import type { CurrentChain } from '../current-chain.ts';

const request = { kind: 'platform', pay_with: 'service_wallet' } as const;

/** Creates the orders for this node's own platform that commands place. */
export const platformCommands = (chain: CurrentChain) => ({
  /** @throws NodeError errors of `postOrdersQuote` */
  quotePlatform: async (): Promise<PlatformQuote> => {
    await chain.started;
    const { orders, platform, platformDeployer, testOnly, balanceOf } = chain.live;
    const { most, deposit } = await orders.service.quote(request);
    const wallet = orders.payers.fee.wallet.raw;
    const balance = await balanceOf(wallet);
    if (balance === null) throw new NodeError('chain_unavailable', 'orders.chainNotReached');
    return {
      need: platformDeployer.state === 'deployed' ? 'metadata' : 'deployment',
      platform: formatTonAddress(platform.address, { bounceable: true, testOnly }),
      wallet: formatTonAddress(wallet, { bounceable: false, testOnly }),
      balance,
      most,
      deposit,
    };
  },
  /** @throws NodeError errors of `postOrder` */
  orderPlatform: async (): Promise<Order> => {
    await chain.started;
    return chain.live.orders.service.place(request);
  },
});
