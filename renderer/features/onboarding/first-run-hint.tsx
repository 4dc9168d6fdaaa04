import { t } from '../../lib/i18n/language.ts';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { useOverview } from '../monitoring/index.ts';
import { openSteps } from './first-run.ts';

/** Links back to the first steps from the pages that they open. */
export function FirstRunHint() {
  const steps = useOverview().data?.first_run;
  if (!steps || openSteps(steps).length === 0) return null;
  return <BackLink to="/" label={t('overview.firstRun.back')} />;
}
