import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';

/** Source: TON Connect, “requests and responses”, app manifest. */
export const tonConnectManifest = z.object({
  url: z.url().meta({ examples: ['https://node.example.org'] }),
  name: z.string().meta({ examples: ['Alcove'] }),
  iconUrl: z.url().meta({ examples: ['https://node.example.org/api/icon.png'] }),
  termsOfUseUrl: z
    .url()
    .optional()
    .meta({ examples: ['https://node.example.org/terms'] }),
  privacyPolicyUrl: z
    .url()
    .optional()
    .meta({ examples: ['https://node.example.org/privacy'] }),
});

/** Source: TEP-64, collection metadata. */
export const platformMetadata = z.object({
  name: z.string().meta({ examples: ['Alcove'] }),
  description: z.string().meta({ examples: ['Content of independent makers'] }),
  image: z.url().meta({ examples: ['https://node.example.org/api/platform-image.png'] }),
  social_links: z.array(z.url()).meta({ examples: [['https://node.example.org']] }),
});

export const getTonConnectManifest = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/tonconnect-manifest.json',
  aliases: ['/api/walletlink-manifest.json'],
  summary: 'What wallets show of this node when they connect',
  answers: { 200: { description: 'TON Connect manifest', schema: tonConnectManifest } },
  problems: [],
} as const satisfies EndpointContract;

export const getPlatformMetadata = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/platform-metadata.json',
  summary: 'Metadata of the platform collection, for when none was created before',
  answers: { 200: { description: 'TEP-64 metadata', schema: platformMetadata } },
  problems: [],
} as const satisfies EndpointContract;

export const getIcon = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/icon.png',
  summary: 'The icon of this node, 180 × 180',
  answers: { 200: { description: 'A PNG', mediaType: 'image/png' } },
  problems: [],
} as const satisfies EndpointContract;

export const getPlatformImage = {
  method: 'GET',
  anyOrigin: true,
  path: '/api/platform-image.png',
  summary: 'The image of the platform collection, 512 × 512',
  answers: { 200: { description: 'A PNG', mediaType: 'image/png' } },
  problems: [],
} as const satisfies EndpointContract;
