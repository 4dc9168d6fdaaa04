import type { Scope } from '../../../src/contract/scopes.ts';
import { t } from '../../lib/i18n/language.ts';

interface ScopeLabel {
  label: string;
  explanation: string;
}

const names = {
  'storage:write': 'storageWrite',
  'content:read': 'contentRead',
  'status:write': 'statusWrite',
  'chain:send': 'chainSend',
} as const satisfies Record<Scope, string>;

export function scopeLabel(scope: Scope): ScopeLabel {
  const name = names[scope];
  return { label: t(`scopes.${name}.label`), explanation: t(`scopes.${name}.explanation`) };
}

/** The scopes in display order. */
export const scopes = Object.keys(names) as Scope[];
