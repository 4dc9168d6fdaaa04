import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import type { MenuEntry } from '../../ui/lists/row-menu.tsx';
import { plainName } from './encryption-labels.ts';
import { saveContent } from './file-actions.ts';

/** Returns the entry of a menu that downloads a file. */
export function useSaveEntry(): (content: LocalContent) => MenuEntry {
  const node = useDashboardClient();
  const save = async (content: LocalContent) => {
    const { saved } = await saveContent(node, content);
    const message = t('content.menu.saved', { name: plainName(content) });
    if (saved && shell) notifications.show({ color: 'green', message });
  };
  return (content) => [
    IconDownload,
    t(shell ? 'common.saveAs' : 'common.download'),
    () => save(content).catch(notifyProblem),
  ];
}
