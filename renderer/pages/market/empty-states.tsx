import { Button, Card, EmptyState } from '@mantine/core';
import { IconBuildingStore, IconFileSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { publishPath } from '../../lib/publish-path.ts';

export function NothingForSale() {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconBuildingStore stroke={1.4} aria-hidden />}
        title="Nothing is for sale yet"
        description="Here you find what authors have published with a price, and buy it from them directly. Be the first: publish one of your files."
      >
        <EmptyState.Actions>
          <Button component={Link} to={publishPath}>
            Choose a file
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}

export function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <Card>
      <EmptyState
        py="xl"
        role="status"
        icon={<IconFileSearch stroke={1.4} aria-hidden />}
        title="Nothing like it is for sale"
        description="Words are looked for in titles, descriptions, authors and hashtags, from their beginning."
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={onClear}>
            Show everything
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
