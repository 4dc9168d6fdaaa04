import type { storage as english } from '../en/storage.ts';
import type { Translation } from '../message.ts';

export const storage: Translation<typeof english> = {};
