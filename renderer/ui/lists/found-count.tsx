import { VisuallyHidden } from '@mantine/core';

/** Announces to screen readers how many rows were found; nothing while `words` is empty. */
export function FoundCount({ words }: { words: string }) {
  return <VisuallyHidden role="status">{words}</VisuallyHidden>;
}
