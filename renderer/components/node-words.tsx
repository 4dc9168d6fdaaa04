import type { ReactNode } from 'react';

/** Words that come from the node as they are: English, whatever language the dashboard is in. */
export function NodeWords({ children }: { children?: ReactNode }) {
  return <bdi lang="en">{children}</bdi>;
}
