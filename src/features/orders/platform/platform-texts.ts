import type { Settings } from '../../../contract/settings.ts';

/** What a platform says about itself (TEP-64). */
export interface PlatformTexts {
  name: string;
  description: string;
  image?: string;
}

/** The metadata of a platform: an address that markets can read, or the texts themselves, stored on the chain. */
export type PlatformMetadata = { url: string } | { texts: PlatformTexts };

const ownDescription = 'Content and licences that nodes of the Alcove network keep and give out.';

/** @param image of this node, where others can load it */
export function platformTexts(operator: Settings['operator'], image?: string): PlatformTexts {
  const { name = 'Alcove', description = ownDescription, image_url = image } = operator;
  return { name, description, ...(image_url !== undefined && { image: image_url }) };
}
