import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useNode } from '../../lib/api/node-context.tsx';
import { t } from '../../lib/i18n/language.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { saveActivity } from './save-activity.ts';

/** Exports the log, by default without personal data. */
export function ExportMenu() {
  const node = useNode();
  const [saving, setSaving] = useState(false);
  const save = async (redact: boolean) => {
    setSaving(true);
    try {
      const { saved } = await saveActivity(node, { redact });
      if (saved) notifications.show({ color: 'green', message: t('activity.export.saved') });
    } catch (error) {
      notifyProblem(error);
    } finally {
      setSaving(false);
    }
  };
  const askFull = () =>
    askConfirmation({
      title: t('activity.export.ask.title'),
      text: t('activity.export.ask.text'),
      confirm: t('activity.export.ask.confirm'),
      cancel: t('activity.export.ask.cancel'),
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
          {t('activity.export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => void save(true)}>
          {t('activity.export.redacted')}
          <SmallNote>{t('activity.export.redactedHint')}</SmallNote>
        </Menu.Item>
        <Menu.Item leftSection={<IconAlertTriangle size={16} aria-hidden />} onClick={askFull}>
          {t('activity.export.full')}
          <SmallNote>{t('activity.export.fullHint')}</SmallNote>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
