import { Box, Code } from '@mantine/core';
import classes from './code-example.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeExampleProps {
  code: string;
  /** What it is, as in “Copy the example”. */
  what: string;
}

/** A text to copy and run; it scrolls sideways rather than breaking its lines. */
export function CodeExample({ code, what }: CodeExampleProps) {
  return (
    <Box pos="relative">
      {/* What scrolls has to be reachable by keyboard. */}
      <Code block tabIndex={0} role="group" aria-label={what} className={classes.code}>
        {code}
      </Code>
      <Box className={classes.copy}>
        <CopyButton text={code} what={what} />
      </Box>
    </Box>
  );
}
