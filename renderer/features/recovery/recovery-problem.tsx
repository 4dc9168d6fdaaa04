import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { toCallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ProblemDetail } from '../../ui/feedback/problem-detail.tsx';

/** Shows why a recovery file or a backup could not be opened; shows other problems like any other part of the dashboard. */
export function RecoveryProblem({
  title = t('recovery.notOpened'),
  error,
  onClose,
}: {
  title?: string;
  error: unknown;
  onClose(): void;
}) {
  const problem = toCallError(error);
  if (problem.code !== 'invalid_request' || problem.errors.length > 0)
    return <ProblemAlert error={error} onClose={onClose} />;
  return (
    <Alert
      color="red"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
      withCloseButton
      closeButtonLabel={t('common.dismiss')}
      onClose={onClose}
    >
      <ProblemDetail problem={problem} />
    </Alert>
  );
}
