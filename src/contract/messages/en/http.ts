/** HTTP: requests, listeners, guards. */
export const http = {
  internal: 'The node could not answer. Its log has the reason under {{request}}.',
} as const;
