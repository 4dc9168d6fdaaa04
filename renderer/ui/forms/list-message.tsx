import type { ReactNode } from 'react';

/** What a list says in place of its choices; a list without any is none to screen readers. */
export function ListMessage({ children }: { children: ReactNode }) {
  return (
    <span role="option" aria-selected={false} aria-disabled>
      {children}
    </span>
  );
}
