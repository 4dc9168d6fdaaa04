/** Exit codes of the contracts (docs/chain.md). */
export const errors = {
  wrongWorkchain: 333,
  notOwner: 401,
  notEnoughCoins: 402,
  notCollection: 405,
  badPrice: 406,
  notForSale: 407,
  tooLate: 408,
  priceChanged: 409,
  withdrawn: 410,
  badShares: 411,
  metadataTooLarge: 412,
  notTransferable: 413,
  badKind: 414,
  ownOffer: 415,
  unknownOperation: 0xffff,
};
