import { useLocation } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { pageAt } from '../../lib/paths.ts';
import type { BackState } from './back-link.tsx';

/** Returns the state for a link of the player, search or bell, so that its target links back to the current page. */
export function useBackState(): BackState | undefined {
  const page = pageAt(useLocation().pathname);
  return page && { backLabel: t(`frame.pages.${page}`) };
}
