/** Where one chooses what to publish. */
export const publishPath = '/content/publish';

/** Where a content is published with a price. */
export function publishPathOf(contentId: string): string {
  return `${publishPath}/${contentId}`;
}
