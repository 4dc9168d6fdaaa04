import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';

/** The id of the heading, by which screen readers announce the page when it gets the focus. */
export const pageTitleId = 'page-title';

interface PageProps {
  title: string;
  /** A short text beside the title, such as a count. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Renders the head of the page around the heading; replaces note and actions. */
  head?: (heading: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Shows the common parts of every page: window title, heading, spacing. */
export function Page({ title, note, actions, head, children }: PageProps) {
  const heading = (
    <Title order={1} id={pageTitleId} style={{ overflowWrap: 'anywhere' }}>
      {title}
    </Title>
  );
  return (
    <Stack gap="lg" pb="xl">
      <title>{t('frame.windowTitle', { page: title })}</title>
      {head ? (
        head(heading)
      ) : (
        <Group justify="space-between" gap="sm" mih={36}>
          <Group gap="sm" align="baseline">
            {heading}
            {note && (
              <Text c="dimmed" size="sm">
                {note}
              </Text>
            )}
          </Group>
          {actions}
        </Group>
      )}
      {children}
    </Stack>
  );
}
