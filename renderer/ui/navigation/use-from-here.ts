import { useLocation } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { pageAt } from '../../lib/paths.ts';
import type { CameFrom } from './back-link.tsx';

/** Returns the navigation state of a link that every page has, such as that of the player. */
export function useFromHere(): CameFrom | undefined {
  const page = pageAt(useLocation().pathname);
  return page && { cameFrom: t(`frame.pages.${page}`) };
}
