import type { OutsideParser } from './outside-parser.ts';
import { clientParsers } from './outside-parsers/client.ts';
import { httpParsers } from './outside-parsers/http.ts';
import { nameParsers } from './outside-parsers/names.ts';
import { peerParsers } from './outside-parsers/peers.ts';
import { schemaParsers } from './outside-parsers/schemas.ts';

/** Everything that reads what comes from outside, by name. A new parser gets a line in one of these tables. */
export const outsideParsers: Readonly<Record<string, OutsideParser>> = {
  ...httpParsers,
  ...peerParsers,
  ...nameParsers,
  ...clientParsers,
  ...schemaParsers,
};
