import { notifications } from '@mantine/notifications';
import { Trans } from 'react-i18next';
import { toCallError } from '../../lib/api/call-error.ts';
import { SmallNote } from '../values/texts.ts';
import { ProblemDetail } from './problem-detail.tsx';

/** Notifies of a failed action whose control no longer exists, such as an item of a closed menu. */
export function notifyProblem(error: unknown): void {
  const problem = toCallError(error);
  const { title, requestId } = problem;
  notifications.show({
    color: 'red',
    autoClose: 10_000,
    title,
    message: (
      <>
        <ProblemDetail problem={problem} />
        {requestId && (
          <SmallNote>
            <Trans i18nKey="common.requestId" values={{ id: requestId }} components={{ id: <bdi /> }} />
          </SmallNote>
        )}
      </>
    ),
  });
}
