import type { discovery as english } from '../en/discovery.ts';
import type { Translation } from '../message.ts';

export const discovery: Translation<typeof english> = {};
