import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Trans } from 'react-i18next';
import { toCallError } from './problem.ts';

/** Tells of a failed action whose place on the page is gone, such as a closed menu. */
export function notifyProblem(error: unknown): void {
  const { title, detail, detailLanguage, requestId } = toCallError(error);
  notifications.show({
    color: 'red',
    autoClose: 10_000,
    title,
    message: (
      <>
        <Text size="sm" lang={detailLanguage}>
          {detail}
        </Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            <Trans i18nKey="common.requestId" values={{ id: requestId }} components={{ id: <bdi /> }} />
          </Text>
        )}
      </>
    ),
  });
}
