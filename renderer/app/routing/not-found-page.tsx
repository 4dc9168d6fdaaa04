import { EmptyState } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { Page } from '../../ui/layout/page.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';

export function NotFoundPage() {
  return (
    <Page title={t('frame.notFound.title')}>
      <EmptyState
        py={0}
        icon={<IconMapQuestion stroke={1.4} aria-hidden />}
        description={t('frame.notFound.text')}
      >
        <EmptyState.Actions>
          <LinkButton to={paths.home} variant="filled">
            {t('frame.notFound.toHome')}
          </LinkButton>
        </EmptyState.Actions>
      </EmptyState>
    </Page>
  );
}
