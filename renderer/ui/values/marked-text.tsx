import { Code } from '@mantine/core';

/** Shows a text with the parts between backticks as code. */
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
