import type { auth as english } from '../en/auth.ts';
import type { Translation } from '../message.ts';

export const auth: Translation<typeof english> = {};
