import { EmptyState } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
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
        <LinkButton to="/peers" onClick={() => modals.closeAll()}>
          {t('sharing.noHosts.add')}
        </LinkButton>
      </EmptyState.Actions>
    </EmptyState>
  );
}
