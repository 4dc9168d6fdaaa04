import { Button, Group } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';

interface StepButtonsProps {
  /** Undefined in the first step. */
  onBack?: () => void;
  loading?: boolean;
}

/** The buttons below a step; the form handles the button for the next step. */
export function StepButtons({ onBack, loading = false }: StepButtonsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      {onBack && (
        <Button variant="default" onClick={onBack}>
          {t('common.back')}
        </Button>
      )}
      <Button type="submit" loading={loading}>
        {t('selling.steps.next')}
      </Button>
    </Group>
  );
}
