import { Box, Code } from '@mantine/core';
import classes from './code-example.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeExampleProps {
  code: string;
  /** Name of the text, as in “Copy the example”. */
  what: string;
}

/** Shows a text to copy and run; long lines scroll sideways. */
export function CodeExample({ code, what }: CodeExampleProps) {
  return (
    <Box pos="relative">
      {/* Scrollable elements must be reachable by keyboard. */}
      <Code block tabIndex={0} role="group" aria-label={what} className={classes.code}>
        {code}
      </Code>
      <Box className={classes.copy}>
        <CopyButton text={code} valueName={what} />
      </Box>
    </Box>
  );
}
