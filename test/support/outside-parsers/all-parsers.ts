import { clientParsers } from './client.ts';
import { httpParsers } from './http.ts';
import { nameParsers } from './names.ts';
import type { OutsideParser } from './outside-parser.ts';
import { peerParsers } from './peers.ts';
import { practiceWalletParsers } from './practice-wallet.ts';
import { schemaParsers } from './schemas.ts';

/** All parsers of untrusted input, by name. A new parser must be added to one of these tables. */
export const outsideParsers: Readonly<Record<string, OutsideParser>> = {
  ...httpParsers,
  ...peerParsers,
  ...nameParsers,
  ...clientParsers,
  ...practiceWalletParsers,
  ...schemaParsers,
};
