import { Button, Table } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { actionsColumn, TableHead } from '../../ui/lists/table-head.tsx';
import { Note } from '../../ui/values/texts.ts';
import { useUsers } from './auth-queries.ts';
import { UserRow } from './user-row.tsx';

/** Lists the users with their usage, and signs them out. */
export function UsersCard() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useUsers();
  const total = data?.pages[0]?.total ?? 0;
  const users = data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <SectionCard
      title={t('people.users.title')}
      aside={total > 0 && <Note>{t('people.users.count', { count: total })}</Note>}
    >
      {data && total === 0 && <Note>{t('people.users.none')}</Note>}
      {users.length > 0 && (
        <Table verticalSpacing="xs" horizontalSpacing={0} aria-label={t('people.users.title')}>
          <TableHead
            columns={[
              { label: t('people.users.columns.person') },
              { label: t('people.users.columns.stores'), visibleFrom: 'md', w: 210 },
              { label: t('people.users.columns.lastSeen'), visibleFrom: 'lg', w: 150, ps: 'lg' },
              { label: t('people.users.columns.sessions'), visibleFrom: 'lg', w: 110 },
              actionsColumn(100),
            ]}
          />
          <Table.Tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && <Loading height={80} label={t('people.users.loading')} />}
      {hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('common.showMore')}
        </Button>
      )}
    </SectionCard>
  );
}
