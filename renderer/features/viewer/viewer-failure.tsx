import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconEyeOff, IconFileAlert, IconRefresh } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import type { ShownPages } from '../../viewer/messages.ts';
import { saveOpened } from '../stored-file/index.ts';
import type { ViewEnd } from './use-viewer-frame.ts';

interface FileProps {
  content: LocalContent;
  accessLink: AccessLink;
}

/** Saves a plain file if its author allows that. */
export function SaveButton({ content, accessLink }: FileProps) {
  if (!accessLink.downloadable) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => saveOpened(content, accessLink).catch(notifyProblem)}
    >
      {t(shell ? 'common.saveAs' : 'common.download')}
    </Button>
  );
}

interface ViewerFailureProps extends FileProps {
  end: ViewEnd;
  onRetry?: () => void;
}

/** Shows why a content is not shown, and the remedy. */
export function ViewerFailure({ content, accessLink, end, onRetry }: ViewerFailureProps) {
  const Icon = end === 'unreadable' ? IconEyeOff : IconFileAlert;
  return (
    <EmptyCard role="status" icon={Icon} {...textsOf(end, accessLink)}>
      {onRetry && end !== 'protected' && <RetryButton onRetry={onRetry} />}
      <SaveButton content={content} accessLink={accessLink} />
    </EmptyCard>
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
      {t('common.tryAgain')}
    </Button>
  );
}

interface PlaybackStoppedProps extends FileProps {
  end: Extract<ViewEnd, 'damaged' | 'stalled'>;
  onRetry: () => void;
}

export function PlaybackStopped({ content, accessLink, end, onRetry }: PlaybackStoppedProps) {
  return (
    <Alert color="red" title={t(`viewer.${end}.title`)} icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="xs">
        {t(`viewer.${end}.text`)}
        <Group gap="xs">
          <RetryButton onRetry={onRetry} />
          <SaveButton content={content} accessLink={accessLink} />
        </Group>
      </Group>
    </Alert>
  );
}

function textsOf(
  end: ViewerFailureProps['end'],
  accessLink: AccessLink,
): { title: string; description: string } {
  if (end === 'unreadable')
    return { title: t('viewer.notShown.title'), description: notShownText(accessLink) };
  if (end === 'protected') {
    return { title: t('viewer.protected.title'), description: t('viewer.protected.text') };
  }
  return { title: t('viewer.stopped.title'), description: t('viewer.stopped.text') };
}

function notShownText({ content_type, downloadable }: AccessLink): string {
  const type = content_type.split(';', 1)[0];
  return t(downloadable ? 'viewer.notShown.save' : 'viewer.notShown.noFile', { type });
}

/** Shows that some pages of a document are left out. */
export function PagesLeftOut({ pages, content, accessLink }: FileProps & { pages: ShownPages }) {
  return (
    <Alert color="yellow" title={t('viewer.pages.title', { ...pages })}>
      <Group justify="space-between" gap="xs">
        {t('viewer.pages.text')}
        <SaveButton content={content} accessLink={accessLink} />
      </Group>
    </Alert>
  );
}
