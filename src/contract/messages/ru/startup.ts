import type { startup as english } from '../en/startup.ts';
import type { Translation } from '../message.ts';

export const startup: Translation<typeof english> = {};
