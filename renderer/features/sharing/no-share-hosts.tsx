import { Button, EmptyState } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { StartPractice } from '../practice/index.ts';

/** Shows that there is no public node to share through. */
export function NoShareHosts() {
  return (
    <EmptyState
      py="md"
      icon={<IconTopologyStar3 stroke={1.4} aria-hidden />}
      title={t('sharing.noHosts.title')}
      description={t('sharing.noHosts.text')}
    >
      <EmptyState.Actions>
        <StartPractice />
        <Button component={Link} to="/peers" variant="default" onClick={() => modals.closeAll()}>
          {t('sharing.noHosts.add')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
