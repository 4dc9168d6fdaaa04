import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import classes from './newer-button.module.css';

/** Scrolls to the newer rows of a list, which stays unchanged below its top. */
export function NewerButton() {
  return (
    <Button
      className={classes.newer ?? ''}
      radius="xl"
      leftSection={<IconArrowUp size={16} aria-hidden />}
      onClick={() => window.scrollTo({ top: 0 })}
    >
      {t('common.showNew')}
    </Button>
  );
}
