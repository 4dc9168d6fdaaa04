import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { postShare } from '../../../../src/contract/dashboard-api/sharing.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { percentOf } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { shareHostName, useHostName, useShareHosts } from '../../sharing/index.ts';
import { type BulkProgress, forEachItem } from './bulk.ts';
import { BulkFailures } from './bulk-failures.tsx';
import type { SelectedFiles } from './selection.ts';

/** Opens a dialog that shares several files through one node. */
export function openShareManyDialog(files: SelectedFiles): void {
  openDialog({
    title: t('content.shareMany.title', { count: files.size }),
    size: 'lg',
    children: (close) => <ShareMany files={files} onClose={close} />,
  });
}

function ShareMany({ files, onClose }: { files: SelectedFiles; onClose(): void }) {
  const hosts = useShareHosts();
  const hostName = useHostName();
  const ready =
    hosts.data?.hosts.filter(({ signed_in: user, reachable }) => user !== null && reachable) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [listed, setListed] = useState(false);
  const [progress, setProgress] = useState<BulkProgress>();
  const stopping = useRef(new AbortController());
  const host = chosen ?? ready[0]?.host;
  const share = useChange('sharing', (node, to: string) =>
    forEachItem(
      [...files.keys()],
      (id) => node.call(postShare, { params: { id }, body: { host: to, listed } }),
      { signal: stopping.current.signal, onProgress: setProgress },
    ),
  );
  if (!hosts.data)
    return <QueryState query={hosts} height={120} loadingLabel={t('sharing.dialog.loading')} />;
  if (host === undefined) return <Text size="sm">{t('content.shareMany.noHost')}</Text>;
  return (
    <Form
      onSubmit={() => {
        if (share.isIdle) share.mutate(host);
      }}
    >
      <Select
        label={t('sharing.form.publicNode')}
        data={ready.map((each) => ({ value: each.host, label: shareHostName(each) }))}
        value={host}
        onChange={setChosen}
        allowDeselect={false}
        disabled={!share.isIdle}
      />
      <Switch
        label={t('sharing.form.listed', { node: hostName(host) })}
        checked={listed}
        onChange={(event) => setListed(event.currentTarget.checked)}
        disabled={!share.isIdle}
      />
      {progress && <ShareProgress files={files} progress={progress} />}
      <Group justify="flex-end">
        {share.isPending && (
          <Button variant="default" onClick={() => stopping.current.abort()}>
            {t('common.stop')}
          </Button>
        )}
        {share.isSuccess ? (
          <Button onClick={onClose}>{t('common.close')}</Button>
        ) : (
          <Button type="submit" loading={share.isPending}>
            {t('sharing.form.share')}
          </Button>
        )}
      </Group>
    </Form>
  );
}

function ShareProgress({ files, progress }: { files: SelectedFiles; progress: BulkProgress }) {
  const { done, total, failures } = progress;
  const label = t('content.shareMany.progress', { done: done - failures.length, total });
  return (
    <Stack gap="xs">
      <Progress value={percentOf(done, total)} aria-label={label} />
      <Text size="sm" role="status">
        {label}
      </Text>
      <BulkFailures files={files} failures={failures} />
    </Stack>
  );
}
