/** Messages that combine or repeat others. */
export const general = {
  text: '{{text}}',
  both: '{{first, message}} {{second, message}}',
} as const;
