import { Group, Stack, Text } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { type Segment, segmentLabel } from './storage-labels.ts';
import classes from './usage-bar.module.css';

interface UsageBarProps {
  /** Name of the whole bar. */
  label: string;
  segments: Segment[];
}

/** Shows usage as a bar with a legend in text. */
export function UsageBar({ label, segments }: UsageBarProps) {
  const drawn = segments.filter(({ bytes }) => bytes > 0);
  return (
    <Stack gap="sm">
      <div className={classes.bar} aria-hidden>
        {drawn.map((segment) => (
          <div
            key={segment.id}
            className={`${classes.segment} ${classes[segment.id]}`}
            style={{ flexGrow: segment.bytes }}
            title={t('common.labelled', { label: segment.label, value: segmentLabel(segment) })}
          />
        ))}
      </div>
      <BareList gap={6} aria-label={label}>
        {segments.map((segment) => (
          <Group component="li" key={segment.id} gap="xs" wrap="nowrap" align="flex-start">
            <span className={`${classes.swatch} ${classes[segment.id]}`} aria-hidden />
            <Text size="sm" flex={1} lh={1.2}>
              {segment.label}
            </Text>
            <Text size="sm" c="dimmed" ta="end" lh={1.2}>
              {segmentLabel(segment)}
            </Text>
          </Group>
        ))}
      </BareList>
    </Stack>
  );
}
