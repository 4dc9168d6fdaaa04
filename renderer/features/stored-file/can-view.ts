import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { lookOf } from '../../viewer/messages.ts';
import { plainType } from './encryption-labels.ts';

/** Whether the app shows what it holds, and has the key to that where it is encrypted. */
export function canView(content: Pick<LocalContent, 'content_type' | 'sealed'>): boolean {
  return content.sealed?.key !== false && lookOf(plainType(content)) !== undefined;
}
