import { Anchor, Button, Group } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';
import { shareKeyLabel } from './sharing-labels.ts';

interface ShareLinksProps {
  share: Pick<Share, 'url' | 'page_url' | 'key'>;
  /** What the links lead to, for screen readers. */
  heading: string;
  /** Whether the bytes behind the link are a list that only programs read. */
  isCollection?: boolean;
}

/** Copies and opens the link of a share. */
export function ShareLinks({ share, heading, isCollection = false }: ShareLinksProps) {
  const { url, page_url: pageUrl, key } = share;
  return (
    <Group gap="sm">
      <CopyLink url={pageUrl ?? url} heading={heading} />
      {/* Without a share page, browsers cannot show encrypted files. */}
      {(pageUrl !== null || shareKeyLabel(key) === null) && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-label={t('sharing.item.openLinkOf', { name: heading })}
          onClick={() => openShared(pageUrl ?? url).catch(notifyProblem)}
        >
          {t('sharing.item.openLink')}
        </Anchor>
      )}
      {pageUrl !== null && !isCollection && <CopyDirectLink url={url} heading={heading} />}
    </Group>
  );
}

function CopyLink({ url, heading }: { url: string; heading: string }) {
  const copy = useCopy();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconLink size={16} aria-hidden />}
      title={url}
      aria-label={`${t('common.copyLink')}: ${heading}`}
      onClick={() => copy(url, t('common.linkCopied'))}
    >
      {t('common.copyLink')}
    </Button>
  );
}

/** Copies the direct link to the bytes, which programs need instead of the page. */
function CopyDirectLink({ url, heading }: { url: string; heading: string }) {
  const copy = useCopy();
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      title={url}
      aria-label={`${t('sharing.item.direct')}: ${heading}`}
      onClick={() => copy(url, t('common.linkCopied'))}
    >
      {t('sharing.item.direct')}
    </Anchor>
  );
}

/** Opens a shared content of a public node in the system's browser, or in a new tab. */
async function openShared(url: string): Promise<void> {
  if (shell) await shell.invoke('share.open', { url }).catch(shellRefused);
  else window.open(url, '_blank', 'noopener,noreferrer');
}
