import { clientParsers } from './client.ts';
import { httpParsers } from './http.ts';
import type { InputParser } from './input-parser.ts';
import { nameParsers } from './names.ts';
import { peerParsers } from './peers.ts';
import { practiceWalletParsers } from './practice-wallet.ts';
import { schemaParsers } from './schemas.ts';

/** All parsers of untrusted input, by name. A new parser must be added to one of these tables. */
export const inputParsers: Readonly<Record<string, InputParser>> = {
  ...httpParsers,
  ...peerParsers,
  ...nameParsers,
  ...clientParsers,
  ...practiceWalletParsers,
  ...schemaParsers,
};
