import { Button, EmptyState } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { Page } from '../../ui/layout/page.tsx';

export function NotFoundPage() {
  return (
    <Page title={t('frame.notFound.title')}>
      <EmptyState
        py={0}
        icon={<IconMapQuestion stroke={1.4} aria-hidden />}
        description={t('frame.notFound.text')}
      >
        <EmptyState.Actions>
          <Button component={Link} to="/">
            {t('frame.notFound.toOverview')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Page>
  );
}
