import { Anchor, Group, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { t } from '../../../lib/i18n/language.ts';
import { type SaleStep, saleSteps, stepQuery } from './sale-steps.ts';

interface StepListProps {
  current: SaleStep;
  /** The last step that can be opened so far. */
  furthest: SaleStep;
  /** Whether no other step can be opened any more. */
  isFixed: boolean;
}

/** Lists the steps of a sale, with links to those that can be opened. */
export function StepList({ current, furthest, isFixed }: StepListProps) {
  const { state } = useLocation();
  return (
    <nav aria-label={t('selling.steps.label')}>
      <Group component="ol" gap="4px var(--mantine-spacing-md)" p={0} m={0} style={{ listStyle: 'none' }}>
        {saleSteps.map((step, index) => {
          const name = t('selling.steps.numbered', { number: index + 1, name: t(`selling.steps.${step}`) });
          return (
            <li key={step}>
              {isFixed || step === current || index > saleSteps.indexOf(furthest) ? (
                <Text
                  size="sm"
                  fw={step === current ? 700 : 400}
                  {...(step === current ? { 'aria-current': 'step' as const } : { c: 'dimmed' })}
                >
                  {name}
                </Text>
              ) : (
                <Anchor component={Link} to={{ search: stepQuery(step) }} state={state} size="sm">
                  {name}
                </Anchor>
              )}
            </li>
          );
        })}
      </Group>
    </nav>
  );
}
