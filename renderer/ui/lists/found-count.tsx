import { VisuallyHidden } from '@mantine/core';

/** Tells screen readers how many were found each time that changes; nothing while `words` is empty. */
export function FoundCount({ words }: { words: string }) {
  return <VisuallyHidden role="status">{words}</VisuallyHidden>;
}
