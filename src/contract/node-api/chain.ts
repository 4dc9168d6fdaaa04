import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';

/** Source: TEP-64, collection metadata. */
export const platformMetadata = z.object({
  name: z.string().meta({ examples: ['Alcove'] }),
  description: z.string().meta({ examples: ['Content of independent makers'] }),
  image: z
    .url()
    .optional()
    .meta({
      description: 'Missing where it would be an address of this computer',
      examples: ['https://node.example.org/api/platform-image.png'],
    }),
  social_links: z.array(z.url()).meta({ examples: [['https://node.example.org']] }),
});

export const getPlatformMetadata = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/platform-metadata.json',
  summary: 'Get metadata for a new platform collection',
  responses: { 200: { description: 'TEP-64 metadata', schema: platformMetadata } },
} as const satisfies EndpointContract;

export const getPlatformImage = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/platform-image.png',
  summary: 'Get the image of the platform collection, 512 × 512',
  responses: { 200: { description: 'A PNG', mediaType: 'image/png' } },
} as const satisfies EndpointContract;
