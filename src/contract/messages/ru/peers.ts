import type { peers as english } from '../en/peers.ts';
import type { Translation } from '../message.ts';

export const peers: Translation<typeof english> = {};
