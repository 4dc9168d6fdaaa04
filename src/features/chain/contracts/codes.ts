import { Cell } from '@ton/core';
import compiled from './compiled.json' with { type: 'json' };

/** The compiled code of each contract. */
export const codes = {
  platform: Cell.fromBase64(compiled.platform.boc),
  content: Cell.fromBase64(compiled.content.boc),
  licence: Cell.fromBase64(compiled.licence.boc),
};
