import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';

/** By its heading a screen reader names the page when the focus comes to it. */
export const pageTitleId = 'page-title';

interface PageProps {
  title: string;
  /** A quiet line beside the title, such as how many there are. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame that every page shares: window title, heading, spacing. */
export function Page({ title, note, actions, children }: PageProps) {
  return (
    <Stack gap="lg" pb="xl">
      <title>{t('frame.windowTitle', { page: title })}</title>
      <Group justify="space-between" gap="sm" mih={36}>
        <Group gap="sm" align="baseline">
          <Title order={1} id={pageTitleId} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {note && (
            <Text c="dimmed" size="sm">
              {note}
            </Text>
          )}
        </Group>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
