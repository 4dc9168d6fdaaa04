import { Button, Center, Loader } from '@mantine/core';
import { t } from '../lib/language.ts';

/** Takes the room of the rows that are out of sight. One cell is enough, and spans no column hidden on small screens. */
export function SpacerRow({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

interface MoreRowsProps {
  source: { hasNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage(): Promise<unknown> };
  /** Said to screen readers while more are loaded. */
  label: string;
}

/** Stands below the rows while there are more of them. */
export function MoreRows({ source, label }: MoreRowsProps) {
  if (!source.hasNextPage) return null;
  return (
    <Center h={53}>
      {source.isFetchNextPageError ? (
        <Button size="xs" variant="default" onClick={() => void source.fetchNextPage()}>
          {t('common.loadMore')}
        </Button>
      ) : (
        <Loader size="sm" role="status" aria-label={label} />
      )}
    </Center>
  );
}
