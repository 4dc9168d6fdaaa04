import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { toCallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { SmallNote } from '../values/texts.ts';
import { InputErrors, ProblemDetail } from './problem-detail.tsx';

interface ProblemAlertProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

/** Shows an error with the message of the node, and with the request id for the log. */
export function ProblemAlert({ error, onRetry, onClose }: ProblemAlertProps) {
  const problem = toCallError(error);
  const { title, errors, requestId } = problem;
  return (
    <Alert
      color="red"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel={t('common.dismiss')}
      {...(onClose && { onClose })}
    >
      <ProblemDetail problem={problem} />
      <InputErrors errors={errors} />
      {(onRetry || requestId) && (
        <Group justify="space-between" mt="xs" gap="xs">
          {requestId && (
            <SmallNote style={{ overflowWrap: 'anywhere' }}>
              <Trans i18nKey="common.requestId" values={{ id: requestId }} components={{ id: <bdi /> }} />
            </SmallNote>
          )}
          {onRetry && (
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
}
