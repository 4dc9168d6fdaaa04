import { Button, EmptyState } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { StartPractising } from '../../components/start-practising.tsx';

/** There is no public node to share through. */
export function NoShareHosts() {
  return (
    <EmptyState
      py="md"
      icon={<IconTopologyStar3 stroke={1.4} aria-hidden />}
      title="No public node is known"
      description="Your own computer cannot be reached from outside, so sharing takes a public node. Add one whose address you were given, or try it in the practice network first."
    >
      <EmptyState.Actions>
        <StartPractising />
        <Button component={Link} to="/peers" variant="default" onClick={() => modals.closeAll()}>
          Add a node
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
