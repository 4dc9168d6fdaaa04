import { Box, Button, Code, Group, Highlight, Input, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useLocation } from 'react-router';
import type { DescribedSetting } from '../../../../src/contract/dashboard-api/administration/settings.ts';
import { getStorageState } from '../../../../src/contract/dashboard-api/storage.ts';
import type { InputError } from '../../../../src/contract/problems.ts';
import { isSetByAction } from '../../../../src/contract/setting-names.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { InputErrorText } from '../../../ui/feedback/problem-detail.tsx';
import { LinkButton } from '../../../ui/navigation/link-button.tsx';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { PracticeButton } from '../../practice/index.ts';
import { rowIdOf } from '../sections.ts';
import { SettingInput } from './setting-input.tsx';
import { textOf, valueLabel } from './setting-text.ts';
import classes from './settings.module.css';
import { UndoButton } from './undo-button.tsx';

interface SettingRowProps {
  setting: DescribedSetting;
  /** undefined while it is unchanged. */
  draft: string | boolean | undefined;
  problem: string | null;
  /** The error that the node returned. */
  refusal: InputError | undefined;
  /** The words of the search text. */
  words: readonly string[];
  /** Whether to show the name for the settings file and the command line. */
  showsName: boolean;
  onChange(typed: string | boolean): void;
  onReset(): void;
  /** Set after the value was reset. */
  onUndo: (() => void) | undefined;
}

/** Shows a setting: description, value, source of the value, and the controls. */
export function SettingRow({
  setting,
  draft,
  problem,
  refusal,
  words,
  showsName,
  onChange,
  onReset,
  onUndo,
}: SettingRowProps) {
  const { name, value, source } = setting;
  const isFixed = source === 'environment' || source === 'command_line';
  const isLinked = useLocation().hash === `#${name}`;
  const marked = (text: string) => (
    <Highlight component="span" inherit highlight={[...words]}>
      {text}
    </Highlight>
  );
  const label = marked(t(`settings.fields.${name}.name`));
  const explanation = marked(t(`settings.fields.${name}.text`));
  return (
    <Box id={rowIdOf(name)} className={classes.row} mod={{ linked: isLinked }}>
      {isSetByAction(name) ? (
        <Input.Wrapper label={label} labelElement="div" description={explanation}>
          <Box mt={6}>{name === 'network.practice' ? <PracticeButton /> : <FolderInUse />}</Box>
        </Input.Wrapper>
      ) : (
        <SettingInput
          setting={setting}
          label={label}
          description={
            <>
              {explanation}
              {isForNextStart(setting) && <VisuallyHidden> {t('settings.needsRestart')}</VisuallyHidden>}
            </>
          }
          typed={draft ?? textOf(name, value)}
          error={problem ?? (refusal && <InputErrorText error={refusal} />)}
          disabled={isFixed}
          onChange={onChange}
        />
      )}
      <Stack gap={4} mt={6}>
        <Group gap="xs" style={{ rowGap: 2 }}>
          {showsName && <Code fz="xs">{marked(name)}</Code>}
          {!isSetByAction(name) && <Facts setting={setting} />}
          <Ways setting={setting} isFixed={isFixed} onReset={onReset} onUndo={onUndo} />
        </Group>
        {isFixed && (
          <Text size="xs">
            {t(`settings.source.${source}`, { variable: `ALCOVE_${name.toUpperCase().replace('.', '__')}` })}
          </Text>
        )}
      </Stack>
    </Box>
  );
}

/** Shows the folder of the files, and leads to the page that moves them. */
function FolderInUse() {
  const folder = useDashboardQuery(['storage'], getStorageState, {}).data?.folder;
  return (
    <Stack gap={4} align="flex-start">
      {folder !== undefined && <CopyableValue value={folder} valueName={t('storage.folder.what')} />}
      <LinkButton to={paths.storage} size="compact-xs">
        {t('settings.toStorage')}
      </LinkButton>
    </Stack>
  );
}

const isForNextStart = ({ needs_restart: needs, waits_for_restart: waits }: DescribedSetting): boolean =>
  needs && !waits;

function Facts({ setting }: { setting: DescribedSetting }) {
  const { name, value, secret, source, default: usual, waits_for_restart } = setting;
  const isUsual = valueLabel(name, value) === valueLabel(name, usual);
  const facts = [
    !secret && !isUsual && t('settings.default', { value: valueLabel(name, usual) }),
    (source === 'file' || source === 'dashboard') && t(`settings.source.${source}`),
  ].filter((fact) => fact !== false);
  return (
    <>
      {facts.map((fact) => (
        <Text key={fact} size="xs" c="dimmed">
          {fact}
        </Text>
      ))}
      {isForNextStart(setting) && (
        // Hidden, because screen readers get this text with the field.
        <Text size="xs" c="dimmed" aria-hidden>
          {t('settings.needsRestart')}
        </Text>
      )}
      {waits_for_restart && (
        <Text size="xs" fw={600}>
          {t('settings.waits')}
        </Text>
      )}
    </>
  );
}

function Ways({
  setting,
  isFixed,
  onReset,
  onUndo,
}: Pick<SettingRowProps, 'setting' | 'onReset' | 'onUndo'> & { isFixed: boolean }) {
  const { name, source } = setting;
  if (isFixed || isSetByAction(name)) return null;
  if (onUndo) return <UndoButton onUndo={onUndo} />;
  return (
    <>
      {name === 'chain.network' && (
        <LinkButton to={paths.join} size="compact-xs">
          {t('joining.open')}
        </LinkButton>
      )}
      {source === 'dashboard' && <ResetButton setting={setting} onReset={onReset} />}
    </>
  );
}

function ResetButton({ setting, onReset }: Pick<SettingRowProps, 'setting' | 'onReset'>) {
  const { name, otherwise } = setting;
  const action = otherwise.source === 'file' ? t('settings.reset.file') : t('settings.reset.default');
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('settings.reset.of', { action, name: t(`settings.fields.${name}.name`) })}
      onClick={onReset}
    >
      {action}
    </Button>
  );
}
