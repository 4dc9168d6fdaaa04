import type { diagnostics as english } from '../en/diagnostics.ts';
import type { Translation } from '../message.ts';

export const diagnostics: Translation<typeof english> = {};
