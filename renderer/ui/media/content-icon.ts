import {
  type Icon,
  IconBook,
  IconFile,
  IconFileText,
  IconMusic,
  IconPhoto,
  IconStack2,
  IconVideo,
} from '@tabler/icons-react';
import { manifestType, soldCollectionType } from '../../../src/contract/collections/media-types.ts';

const icons: Record<string, Icon> = {
  audio: IconMusic,
  video: IconVideo,
  image: IconPhoto,
  text: IconFileText,
  'application/pdf': IconFileText,
  'application/epub+zip': IconBook,
  [soldCollectionType]: IconStack2,
  [manifestType]: IconStack2,
};

/** Returns the icon of a content of a media type, for one without a picture. */
export const contentIcon = (contentType: string): Icon =>
  icons[contentType.split('/', 1)[0] ?? ''] ?? icons[contentType] ?? IconFile;
