/** Replaces non-breaking spaces, which the dashboard puts between a number and its unit, by plain ones. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
