import type { IconBell } from '@tabler/icons-react';

/** A line of the bell: one sentence that leads to a page. */
export interface BellItem {
  key: string;
  Icon: typeof IconBell;
  text: string;
  /** Language of the text, if it differs from that of the page. */
  lang?: string | undefined;
  /** ISO 8601; null for a notice that is open now. */
  at: string | null;
  path: string;
  isNew: boolean;
  /** Whether another part of the page announces it to screen readers. */
  isQuiet: boolean;
}
