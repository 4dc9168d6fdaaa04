import { Button } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

/** Loads the next page of a list that has one. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t('common.showMore')}
    </Button>
  );
}
