import { IconAlertTriangle, IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import type { Notice } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { UpdateState } from '../../../src/contract/shell/updates.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageLanguage, messageText } from '../../lib/i18n/node-messages.ts';
import { paths } from '../../lib/paths.ts';
import type { BellItem } from './bell-item.ts';

/** The page of each notice; other notices are shown on the page of the node. */
const noticePaths: Record<string, string> = {
  address_missing: paths.network,
  port_taken: paths.network,
  dashboard_port_taken: paths.advanced,
  settings_damaged: paths.general,
  store_not_moved: paths.storage,
  store_mark_renewed: paths.storage,
  store_move_ended: paths.storage,
  node_restored: paths.backup,
  watched_folder: paths.folders,
  share_sign_in: paths.shared,
  share_gone: paths.shared,
};

/** Returns the lines of what is open now: the notices of the node, and an update of the app. */
export function openItems({
  notices,
  update,
  seen,
}: {
  notices: readonly Notice[];
  update: UpdateState | undefined;
  /** The keys of lines that were seen. */
  seen: readonly string[];
}): BellItem[] {
  const open = [...notices.map(noticeItem), ...updateItems(update)];
  return open.map((item) => ({ ...item, at: null, isQuiet: false, isNew: !seen.includes(item.key) }));
}

type OpenItem = Omit<BellItem, 'at' | 'isNew' | 'isQuiet'>;

const noticeItem = ({ code, severity, message }: Notice): OpenItem => ({
  key: code,
  Icon: severity === 'warning' ? IconAlertTriangle : IconInfoCircle,
  text: messageText(message),
  lang: messageLanguage(message),
  path: noticePaths[code] ?? paths.node,
});

function updateItems(update: UpdateState | undefined): OpenItem[] {
  const status = update?.status;
  if (status?.kind !== 'offered' && status?.kind !== 'ready') return [];
  const { kind, offered: version } = status;
  const text = kind === 'ready' ? t('bell.updateReady', { version }) : t('bell.update', { version });
  return [{ key: `update:${version}`, Icon: IconRefresh, text, path: paths.general }];
}
