import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { askConfirmation, type Question } from '../dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../feedback/notify-problem.tsx';

interface ChangeButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps | 'onClick'> {
  change: {
    isPending: boolean;
    mutate(input: undefined, options: { onError(error: unknown): void }): void;
  };
  /** The question before the change. */
  question?: Omit<Question, 'onConfirm'>;
}

/** Changes something at once or after a question; a failure is shown in a notification. */
export function ChangeButton({ change, question, ...button }: ChangeButtonProps) {
  const run = () => change.mutate(undefined, { onError: notifyProblem });
  return (
    <Button
      size="xs"
      variant="default"
      {...button}
      loading={change.isPending}
      onClick={question ? () => askConfirmation({ ...question, onConfirm: run }) : run}
    />
  );
}
