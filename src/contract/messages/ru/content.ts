import type { content as english } from '../en/content.ts';
import type { Translation } from '../message.ts';

export const content: Translation<typeof english> = {};
