import type { http as english } from '../en/http.ts';
import type { Translation } from '../message.ts';

export const http: Translation<typeof english> = {
  internal: 'Узел не смог ответить. Причина записана в его журнале: {{request}}.',
};
