import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { ListMessage } from '../../ui/forms/list-message.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { HostSignIn } from './host-sign-in.tsx';
import { shareHostLabel, shareHostName } from './sharing-labels.ts';
import type { ShareHost } from './sharing-queries.ts';

interface ShareFormProps {
  /** Whether others need a licence to open the shared file. */
  isEncrypted: boolean;
  share: {
    mutate(on: { host: string; listed: boolean }): void;
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    reset(): void;
  };
  /** Nodes on which the content is not shared yet; at least one. */
  hosts: ShareHost[];
}

/** Selects the node on which a content is shared, and its visibility. */
export function ShareForm({ isEncrypted, share, hosts }: ShareFormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [listed, setListed] = useState(isEncrypted);
  const host =
    hosts.find((each) => each.host === chosen) ??
    hosts.find(isReady) ??
    hosts.find(({ reachable }) => reachable) ??
    hosts[0];
  if (host === undefined) return null;
  const submit = () => {
    if (isReady(host) && !share.isPending) share.mutate({ host: host.host, listed });
  };
  return (
    <Form onSubmit={submit}>
      <Select
        label={t('sharing.form.publicNode')}
        description={shareHostLabel(host)}
        data={hosts.map((each) => ({
          value: each.host,
          label: shareHostName(each),
          disabled: !each.reachable,
        }))}
        value={host.host}
        onChange={(value) => {
          share.reset();
          setChosen(value);
        }}
        allowDeselect={false}
        searchable={hosts.length > 8}
        limit={50}
        nothingFoundMessage={<ListMessage>{t('sharing.form.noSuchNode')}</ListMessage>}
      />
      {host.signed_in === null && <HostSignIn key={host.host} host={host} />}
      {isReady(host) && (
        <>
          <Switch
            label={t('sharing.form.listed', { node: shareHostName(host) })}
            description={t(isEncrypted ? 'sharing.form.listedHintSealed' : 'sharing.form.listedHint')}
            checked={listed}
            onChange={(event) => setListed(event.currentTarget.checked)}
          />
          {host.signed_in?.way === 'practice' && <Text size="sm">{t('sharing.linkPractice')}</Text>}
          {share.isError && <ProblemAlert error={share.error} onClose={share.reset} />}
          <Group justify="flex-end">
            <Button type="submit" loading={share.isPending}>
              {t('sharing.form.share')}
            </Button>
          </Group>
        </>
      )}
      {!host.reachable && <Text size="sm">{t('sharing.form.unreachable')}</Text>}
    </Form>
  );
}

const isReady = ({ signed_in: signedIn, reachable }: ShareHost): boolean => signedIn !== null && reachable;
