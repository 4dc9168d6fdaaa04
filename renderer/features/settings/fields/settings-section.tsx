import { Button, Group } from '@mantine/core';
import { type DescribedSetting } from '../../../../src/contract/dashboard-api/administration/settings.ts';
import { t } from '../../../lib/i18n/language.ts';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { SavedNote } from '../saved-note.tsx';
import type { SectionName } from '../sections.ts';
import { SettingRow } from './setting-row.tsx';
import { UndoButton } from './undo-button.tsx';
import { useSettingEdits } from './use-setting-edits.ts';

interface SettingsSectionProps {
  name: SectionName;
  /** The visible settings of the section. */
  settings: readonly DescribedSetting[];
  /** All settings. */
  all: readonly DescribedSetting[];
  words: readonly string[];
  showsNames: boolean;
}

/** Shows settings of one topic, which are saved together. */
export function SettingsSection({ name, settings, all, words, showsNames }: SettingsSectionProps) {
  const edits = useSettingEdits(name, all);
  const { changed, save, undoable, canUndo, undo } = edits;
  if (settings.length === 0 && changed.length === 0) return null;
  return (
    <SectionCard title={t(`settings.sections.${name}`)}>
      <Form gap="lg" onSubmit={edits.submit}>
        {settings.map((setting) => (
          <SettingRow
            key={setting.name}
            setting={setting}
            draft={edits.drafts[setting.name]}
            problem={edits.problemIn(setting)}
            refusal={edits.refusals.get(`body.${setting.name}`)}
            words={words}
            showsName={showsNames}
            onChange={(typed) => edits.type(setting, typed)}
            onReset={() => edits.reset(setting)}
            onUndo={canUndo && undoable?.reset === setting.name ? undo : undefined}
          />
        ))}
        {save.isError && <ProblemAlert error={save.error} onClose={save.reset} />}
        <SavedNote isSaved={undoable !== null && changed.length === 0}>
          {canUndo && undoable?.reset === null && <UndoButton onUndo={undo} />}
        </SavedNote>
        {changed.length > 0 && (
          <Group gap="sm">
            <Button type="submit" size="xs" loading={save.isPending} disabled={!edits.isValid}>
              {t('settings.save', { count: changed.length })}
            </Button>
            <Button size="xs" variant="default" onClick={edits.discard}>
              {t('common.cancel')}
            </Button>
          </Group>
        )}
      </Form>
    </SectionCard>
  );
}
