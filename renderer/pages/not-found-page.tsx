import { Button, EmptyState } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from '../components/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="No such page">
      <EmptyState
        icon={<IconMapQuestion stroke={1.4} aria-hidden />}
        description="There is nothing at this address of the dashboard."
      >
        <EmptyState.Actions>
          <Button component={Link} to="/">
            Go to the overview
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Page>
  );
}
