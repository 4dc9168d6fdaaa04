import type { recovery as english } from '../en/recovery.ts';
import type { Translation } from '../message.ts';

export const recovery: Translation<typeof english> = {};
