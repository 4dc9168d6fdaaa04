export { BuyButtons, BuyCard, ChangeTermsButton, OwnedLicences } from './buy-card.tsx';
export { offerLabel } from './market-labels.ts';
export { useMarket } from './market-queries.ts';
export { OffersCard } from './offers-card.tsx';
export { MarketTile, useRequestCover } from './tiles/market-tile.tsx';
