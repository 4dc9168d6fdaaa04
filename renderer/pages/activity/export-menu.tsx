import { Button, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { askFirst } from '../../lib/ask-first.tsx';
import { useNode } from '../../lib/node-context.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { saveActivity } from '../../lib/save-activity.ts';

/** Saves the log as a file, without what tells of persons unless it is asked for. */
export function ExportMenu() {
  const node = useNode();
  const [saving, setSaving] = useState(false);
  const save = async (redact: boolean) => {
    setSaving(true);
    try {
      const { saved } = await saveActivity(node, { redact });
      if (saved) notifications.show({ color: 'green', message: 'The activity was saved.' });
    } catch (error) {
      notifyProblem(error);
    } finally {
      setSaving(false);
    }
  };
  const askFull = () =>
    askFirst({
      title: 'Export with all names and addresses?',
      text: 'The file tells who used your node, from which network address, and what they stored and fetched. Keep it to yourself, or be sure that those whom it is about would not mind.',
      confirm: 'Export everything',
      cancel: 'Not now',
      danger: true,
      onConfirm: () => void save(false),
    });

  return (
    <Menu width={300}>
      <Menu.Target>
        <Button
          variant="default"
          loading={saving}
          leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => void save(true)}>
          Without names and addresses
          <Text size="xs" c="dimmed">
            Safe to show to someone who helps you: each is replaced by a mark, such as address-1
          </Text>
        </Menu.Item>
        <Menu.Item leftSection={<IconAlertTriangle size={16} aria-hidden />} onClick={askFull}>
          Everything…
          <Text size="xs" c="dimmed">
            With network addresses, names and content ids
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
