import { Button, Menu } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import type { ListSection } from '../../../ui/lists/virtual/section-lines.ts';
import { jumpTargets } from './jump-targets.ts';

interface JumpMenuProps {
  sections: readonly ListSection[] | undefined;
  onJump(key: string): void;
}

/** Scrolls to a month of a long list, or to a year if there are many months. */
export function JumpMenu({ sections = [], onJump }: JumpMenuProps) {
  const targets = jumpTargets(sections);
  if (targets.length < 2) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          leftSection={<IconCalendar size={16} aria-hidden />}
        >
          {t('content.jump')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {targets.map(({ key, label, count }) => (
          // Delayed, because the heading must get the focus, and not the button of the closing menu.
          <Menu.Item key={key} rightSection={formatCount(count)} onClick={() => setTimeout(onJump, 0, key)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
