import { type ElementProps, Stack, type StackProps } from '@mantine/core';

interface FormProps extends StackProps, ElementProps<'form', keyof StackProps | 'onSubmit'> {
  onSubmit(): void;
}

/** A form that the page handles itself, with its parts below each other. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <Stack
      component="form"
      gap="md"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...props}
    />
  );
}
