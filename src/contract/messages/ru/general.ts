import type { general as english } from '../en/general.ts';
import type { Translation } from '../message.ts';

export const general: Translation<typeof english> = {
  text: '{{text}}',
  both: '{{first, message}} {{second, message}}',
};
