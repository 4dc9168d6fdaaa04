/** With spaces at which a line may break, as a person types them: the dashboard keeps a number and its unit together. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
