import type { ReactNode } from 'react';

/** Shows a message in a list without options, because screen readers ignore an empty list. */
export function ListMessage({ children }: { children: ReactNode }) {
  return (
    <span role="option" aria-selected={false} aria-disabled>
      {children}
    </span>
  );
}
