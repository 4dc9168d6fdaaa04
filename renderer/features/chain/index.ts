export { ChainNotice } from './chain-notice.tsx';
export { ChainOff } from './chain-off.tsx';
export { useChain, useIncomingMoney, useIsChainUnknown, useTrades } from './chain-queries.ts';
export { PracticeBanner } from './practice-banner.tsx';
