import { Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatNumberOf } from '../../lib/format.ts';
import { useUsers } from '../../lib/queries.ts';
import { UserRow } from './user-row.tsx';

/** Who has signed in, what they store, and a way to sign them out. */
export function UsersCard() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useUsers();
  const total = data?.pages[0]?.total ?? 0;
  const users = data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <SectionCard
      title="Who has signed in"
      aside={
        total > 0 && (
          <Text size="sm" c="dimmed">
            {formatNumberOf(total, 'person', 'people')}
          </Text>
        )
      }
    >
      {data && total === 0 && (
        <Text size="sm" c="dimmed">
          Nobody besides you. Those who sign in through a web app appear here, with what they store.
        </Text>
      )}
      {users.length > 0 && (
        <Table verticalSpacing="xs" horizontalSpacing={0} aria-label="Who has signed in">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Person</Table.Th>
              <Table.Th visibleFrom="sm" w={210}>
                Stores
              </Table.Th>
              <Table.Th visibleFrom="md" w={150} pl="lg">
                Last seen
              </Table.Th>
              <Table.Th visibleFrom="md" w={110}>
                Sessions
              </Table.Th>
              <Table.Th w={100}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && (
        <Skeleton height={80} role="status" aria-busy="true" aria-label="Loading who has signed in" />
      )}
      {hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </SectionCard>
  );
}
