import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../lib/i18n/language.ts';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { useOverview } from '../../monitoring/index.ts';
import {
  HostSignIn,
  NoShareHosts,
  type ShareHost,
  shareHostFacts,
  shareHostName,
  useHostSignIn,
  useShareHosts,
} from '../../sharing/index.ts';
import { StepButtons } from './step-buttons.tsx';

interface HostStepProps {
  /** A host; null: none; undefined: not selected yet. */
  selected: string | null | undefined;
  /** Called once the host has accepted this node's sign-in. */
  onSelected(host: string | null): void;
  onBack(): void;
}

/** Selects the public node that serves buyers. */
export function HostStep(props: HostStepProps) {
  const hosts = useShareHosts();
  const type = useOverview().data?.node.node_type;
  return (
    <QueryState query={hosts} height={200} loadingLabel={t('sharing.dialog.loading')}>
      {({ hosts: all }) => type && <HostChoice {...props} hosts={all} isPublic={type === 'public'} />}
    </QueryState>
  );
}

interface HostChoiceProps extends HostStepProps {
  hosts: ShareHost[];
  /** Whether this node can serve buyers itself. */
  isPublic: boolean;
}

/** The value of the option without a host. */
const noHost = '';

function HostChoice({ selected, onSelected, onBack, hosts, isPublic }: HostChoiceProps) {
  const defaultHost = isPublic ? null : (hosts.find(({ reachable }) => reachable)?.host ?? null);
  // The selected host may have been removed meanwhile.
  const isKnown = selected === null || hosts.some(({ host: each }) => each === selected);
  const [value, setValue] = useState((isKnown ? selected : defaultHost) ?? noHost);
  const signIn = useHostSignIn();
  const host = hosts.find((each) => each.host === value);
  const noHostText = isPublic ? 'self' : 'later';
  const submit = () => {
    if (host && host.signed_in === null) {
      signIn.mutate({ host: host.host }, { onSuccess: () => onSelected(host.host) });
    } else onSelected(host?.host ?? null);
  };
  return (
    <Form onSubmit={submit}>
      <SectionCard title={t('selling.host.title')}>
        {hosts.length === 0 && !isPublic && <NoShareHosts />}
        <Radio.Group
          label={t('selling.host.label')}
          description={t('selling.host.hint')}
          value={value}
          onChange={(next) => {
            signIn.reset();
            setValue(next);
          }}
        >
          <Stack gap="sm" mt="sm">
            {hosts.map((each) => (
              <Radio
                key={each.host}
                value={each.host}
                label={shareHostName(each)}
                description={shareHostFacts(each)}
                disabled={!each.reachable && each.host !== value}
              />
            ))}
            <Radio
              value={noHost}
              label={t(`selling.host.${noHostText}.label`)}
              description={t(`selling.host.${noHostText}.hint`)}
            />
          </Stack>
        </Radio.Group>
      </SectionCard>
      {signIn.isError && <ProblemAlert error={signIn.error} onClose={signIn.reset} />}
      {signIn.isError && host && <HostSignIn key={host.host} host={host} />}
      <StepButtons onBack={onBack} loading={signIn.isPending} />
    </Form>
  );
}
