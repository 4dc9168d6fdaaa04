import { Badge, Button, Fieldset, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  type SettingsState,
  settingValues,
} from '../../../src/contract/dashboard-api/administration/settings.ts';
import type { SettingName } from '../../../src/contract/setting-names.ts';
import type { Settings } from '../../../src/contract/settings.ts';
import { t } from '../../lib/i18n/language.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Note } from '../../ui/values/texts.ts';
import { isUnderWay, useUploads } from '../uploads/index.ts';
import { CheckProgress } from './check-progress.tsx';
import {
  checkOf,
  editOf,
  isEndpoint,
  isReal,
  type NetworkChoice,
  networkChoices,
  type RealNetwork,
  type ServiceInput,
  serviceOf,
} from './choices.ts';
import { useCancelCheck, useChainCheck, useStartCheck, useSwitch } from './joining-queries.ts';

interface NetworkCardProps {
  inUse: NetworkChoice;
  settings: SettingsState;
}

/** Returns the choice and its check; further input cancels the check. */
function useChoice(inUse: NetworkChoice, now: Settings['chain']) {
  const [choice, setChoice] = useState<NetworkChoice>(inUse);
  const [typed, setTyped] = useState<ServiceInput | null>(null);
  const { data: check = null } = useChainCheck();
  const start = useStartCheck();
  const cancel = useCancelCheck();
  const input = typed ?? { endpoint: isReal(choice) ? serviceOf(now, choice) : '', key: '' };
  const change = (next: ServiceInput | null) => {
    setTyped(next);
    start.reset();
    if (check) cancel.mutate(undefined);
  };
  return {
    choice,
    choose: (value: string) => {
      setChoice(value as NetworkChoice);
      change(null);
    },
    input,
    change,
    check: isReal(choice) && check?.network === choice ? check : null,
    start,
    cancel,
  };
}

/** Selects the network on which this node sells and buys, checks it, and switches to it. */
export function NetworkCard({ inUse, settings }: NetworkCardProps) {
  const now = settingValues(settings).chain;
  const { choice, choose, input, change, check, start, cancel } = useChoice(inUse, now);
  const checkButton = useRef<HTMLButtonElement>(null);
  const isRunning = check?.finished_at === null;
  const isValid = isEndpoint(input.endpoint);
  const setting = (name: SettingName) => settings.settings.find((each) => each.name === name);
  // The setting has changed, but the node has not restarted since.
  const isWaiting = setting('chain.network')?.waits_for_restart === true && choice !== inUse;
  const run = () => {
    if (isReal(choice) && isValid && !isRunning) start.mutate(checkOf(now, choice, input));
  };
  const stop = () => {
    // The pressed button disappears with the check.
    checkButton.current?.focus();
    cancel.mutate(undefined);
  };
  return (
    <SectionCard title={t('joining.network.title')}>
      <Form onSubmit={run}>
        <Choices inUse={inUse} choice={choice} onChange={choose} />
        {isReal(choice) && (
          <>
            <ServiceFields
              network={choice}
              input={input}
              isValid={isValid}
              hasKey={setting('chain.api_key')?.is_set === true}
              onChange={change}
            />
            {start.isError && <ProblemAlert error={start.error} onClose={start.reset} />}
            <Button
              ref={checkButton}
              type="submit"
              style={{ alignSelf: 'flex-start' }}
              variant={check ? 'default' : 'filled'}
              aria-disabled={isRunning}
              disabled={!isValid}
              loading={start.isPending}
            >
              {t(check && !isRunning ? 'joining.check.again' : 'joining.check.start')}
            </Button>
          </>
        )}
        {check && <CheckProgress check={check} onCancel={stop} />}
        <SwitchButton
          key={choice}
          inUse={inUse}
          choice={choice}
          edit={editOf(now, choice, input) ?? (isWaiting ? {} : undefined)}
          isChecked={!isReal(choice) || check?.finished_at != null}
          isDoubtful={check?.checks.some(({ result }) => result === 'failed') ?? false}
          canRestart={settings.can_restart}
        />
      </Form>
    </SectionCard>
  );
}

interface ChoicesProps {
  inUse: NetworkChoice;
  choice: NetworkChoice;
  onChange(value: string): void;
}

function Choices({ inUse, choice, onChange }: ChoicesProps) {
  return (
    <Radio.Group label={t('joining.network.question')} value={choice} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {networkChoices.map((each) => (
          <Radio
            key={each}
            value={each}
            label={
              <Group component="span" gap="xs">
                {t(`joining.choices.${each}.name`)}
                {each === inUse && <Badge component="span">{t('joining.network.inUse')}</Badge>}
              </Group>
            }
            description={t(`joining.choices.${each}.text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface ServiceFieldsProps {
  network: RealNetwork;
  input: ServiceInput;
  isValid: boolean;
  /** Whether the settings contain a key. */
  hasKey: boolean;
  onChange(input: ServiceInput): void;
}

function ServiceFields({ network, input, isValid, hasKey, onChange }: ServiceFieldsProps) {
  return (
    <Fieldset mx={0} legend={t('joining.service.title')}>
      <Stack gap="sm" maw="32rem">
        <Text size="sm">{t('joining.service.text')}</Text>
        <TextInput
          label={t('joining.service.endpoint')}
          placeholder={network === 'mainnet' ? 'toncenter.com' : 'testnet.toncenter.com'}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={input.endpoint}
          onChange={(event) => onChange({ ...input, endpoint: event.currentTarget.value })}
          error={!isValid && t('joining.service.invalid')}
        />
        <PasswordInput
          label={t('joining.service.key')}
          placeholder={hasKey ? t('settings.set') : t('settings.notSetYet')}
          autoComplete="off"
          value={input.key}
          onChange={(event) => onChange({ ...input, key: event.currentTarget.value })}
        />
      </Stack>
    </Fieldset>
  );
}

interface SwitchButtonProps {
  inUse: NetworkChoice;
  choice: NetworkChoice;
  edit: ReturnType<typeof editOf>;
  isChecked: boolean;
  /** Whether a check has failed. */
  isDoubtful: boolean;
  canRestart: boolean;
}

function SwitchButton({ inUse, choice, edit, isChecked, isDoubtful, canRestart }: SwitchButtonProps) {
  const uploads = useUploads().filter(isUnderWay).length;
  const change = useSwitch();
  if (change.isSuccess && change.variables.edit && !canRestart) {
    return <Text role="status">{t('settings.restart.byHand')}</Text>;
  }
  if ((choice === inUse && edit === undefined) || !isChecked) return null;
  const begin = () => change.mutate({ to: choice, from: inUse, edit, canRestart });
  const ask = () =>
    askConfirmation({
      title: t('settings.restart.ask.title'),
      text: t('settings.restart.ask.text'),
      confirm: t('settings.restart.ask.confirm'),
      onConfirm: begin,
    });
  const label = t(`joining.choices.${choice}.${isDoubtful ? 'switchAnyway' : 'switch'}`);
  return (
    <Stack gap="xs" align="flex-start">
      {change.isError && <ProblemAlert error={change.error} onClose={change.reset} />}
      <Button
        variant={isDoubtful ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={edit && canRestart && uploads > 0 ? ask : begin}
      >
        {label}
      </Button>
      {edit && canRestart && <Note>{t('joining.network.restarts')}</Note>}
    </Stack>
  );
}
