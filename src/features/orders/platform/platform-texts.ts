import type { Settings } from '../../../contract/settings.ts';

/** Texts about a platform in its metadata (TEP-64). */
export interface PlatformTexts {
  name: string;
  description: string;
  image?: string;
}

/** The metadata of a platform: an address that markets can read, or the texts themselves, stored on the chain. */
export type PlatformMetadata = { url: string } | { texts: PlatformTexts };

const ownDescription = 'Content and licences that nodes of the Alcove network keep and give out.';

/**
 * Returns the texts of this node's platform.
 * @param image URL of the image, if others can load it from this node
 */
export function platformTexts(operator: Settings['operator'], image?: string): PlatformTexts {
  const { name = 'Alcove', description = ownDescription, image_url = image } = operator;
  return { name, description, ...(image_url !== undefined && { image: image_url }) };
}
