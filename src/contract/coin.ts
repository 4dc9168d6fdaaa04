/** The coin of the TON network as in texts: `12.5 GRAM`. */
export const coin = 'GRAM';
