import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { lookOf } from '../../viewer/messages.ts';
import { plainType } from './encryption-labels.ts';

/** Returns whether the app can show the content, and has its content key if it is encrypted. */
export function canView(content: Pick<LocalContent, 'content_type' | 'sealed'>): boolean {
  return content.sealed?.key !== false && lookOf(plainType(content)) !== undefined;
}
