import { Code } from '@mantine/core';

/** Text in which what stands between backticks is code. */
export function MarkedText({ text }: { text: string }) {
  return text.split('`').map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? (
      <Code key={key} style={{ overflowWrap: 'anywhere' }}>
        {part}
      </Code>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
