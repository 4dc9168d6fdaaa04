/** The most that the faucet gives at once, in nanoTON: more nobody needs to practise. */
export const mostGiven = 1_000_000n * 1_000_000_000n;
