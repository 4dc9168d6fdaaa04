import { Alert, Button, Card, EmptyState, Group } from '@mantine/core';
import { IconDownload, IconEyeOff, IconFileAlert, IconRefresh } from '@tabler/icons-react';
import type { LocalContent, OpenedContent } from '../../../src/contract/local.ts';
import { saveOpened } from '../../lib/content-actions.ts';
import { t } from '../../lib/language.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { shell } from '../../lib/shell.ts';
import type { ShownPages } from '../../viewer/messages.ts';
import type { ViewEnd } from './use-viewer-frame.ts';

interface FileProps {
  content: LocalContent;
  opened: OpenedContent;
}

/** Saves an opened content, where its author lets it be saved. */
export function SaveButton({ content, opened }: FileProps) {
  if (!opened.downloadable) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => saveOpened(content, opened).catch(notifyProblem)}
    >
      {t(shell ? 'viewer.save' : 'viewer.download')}
    </Button>
  );
}

const kinds = {
  unreadable: 'notShown',
  too_heavy: 'stopped',
  silent: 'stopped',
  slow: 'stopped',
  flood: 'stopped',
  damaged: 'damaged',
  stalled: 'stalled',
} as const satisfies Record<ViewEnd, string>;

/** Why a content is not shown, and what one can do. */
export function NotShown({
  content,
  opened,
  end,
  onRetry,
}: FileProps & { end: ViewEnd; onRetry?: () => void }) {
  const kind = kinds[end];
  return (
    <Card>
      <EmptyState
        role="status"
        icon={
          kind === 'notShown' ? (
            <IconEyeOff stroke={1.4} aria-hidden />
          ) : (
            <IconFileAlert stroke={1.4} aria-hidden />
          )
        }
        title={t(`viewer.${kind}.title`)}
        description={kind === 'notShown' ? notShownText(opened) : t(`viewer.${kind}.text`)}
      >
        <EmptyState.Actions>
          {onRetry && (
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )}
          <SaveButton content={content} opened={opened} />
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}

function notShownText({ content_type, downloadable }: OpenedContent): string {
  const type = content_type.split(';', 1)[0];
  return t(downloadable ? 'viewer.notShown.save' : 'viewer.notShown.noFile', { type });
}

/** Says that a document has more pages than are shown. */
export function PagesLeftOut({ pages, content, opened }: FileProps & { pages: ShownPages }) {
  return (
    <Alert color="yellow" title={t('viewer.pages.title', { ...pages })}>
      <Group justify="space-between" gap="xs">
        {t(opened.downloadable ? 'viewer.pages.save' : 'viewer.pages.noFile')}
        <SaveButton content={content} opened={opened} />
      </Group>
    </Alert>
  );
}
