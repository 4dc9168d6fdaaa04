import type { chain as english } from '../en/chain.ts';
import type { Translation } from '../message.ts';

export const chain: Translation<typeof english> = {};
