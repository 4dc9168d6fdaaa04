import type { licensing as english } from '../en/licensing.ts';
import type { Translation } from '../message.ts';

export const licensing: Translation<typeof english> = {};
