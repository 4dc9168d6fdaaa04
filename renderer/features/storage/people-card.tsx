import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { segmentLabel } from './storage-labels.ts';

/** Lists the users who store most. */
export function PeopleCard({ users }: { users: StorageState['by_user'] }) {
  if (users.length === 0) return null;
  const most = Math.max(1, ...users.map(({ bytes }) => bytes));
  return (
    <SectionCard
      title={t('storage.people.title')}
      aside={
        <Anchor component={Link} to="/people" size="sm">
          {t('storage.people.show')}
        </Anchor>
      }
    >
      <BareList as="ol" gap="sm" aria-label={t('storage.people.title')}>
        {users.map((user) => (
          <Stack component="li" key={user.id} gap={4}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" truncate title={user.name}>
                <bdi>{user.name}</bdi>
              </Text>
              <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
                {segmentLabel(user)}
              </Text>
            </Group>
            <Progress value={(user.bytes / most) * 100} size="xs" aria-hidden />
          </Stack>
        ))}
      </BareList>
    </SectionCard>
  );
}
