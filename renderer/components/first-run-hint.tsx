import { openSteps } from '../lib/first-run.ts';
import { t } from '../lib/language.ts';
import { useOverview } from '../lib/queries.ts';
import { BackLink } from './back-link.tsx';

/** The way back to the first steps, from the pages that they lead to. */
export function FirstRunHint() {
  const steps = useOverview().data?.first_run;
  if (!steps || openSteps(steps).length === 0) return null;
  return <BackLink to="/" label={t('overview.firstRun.back')} />;
}
