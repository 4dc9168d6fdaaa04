import { extensionTypes } from '../../../core/media-type/extension-types.ts';

/** Preferred extensions of media types that have several. */
const usual = ['html', 'jpg', 'js', 'mp4', 'ogg', 'tiff', 'txt', 'aiff'];

const endings = new Map([...extensionTypes].reverse().map(([ending, type]) => [type, ending]));
for (const ending of usual) endings.set(extensionTypes.get(ending) ?? '', ending);

/** Returns the file extension of a media type, without the dot; `bin` where none is known. */
export const fileEndingOf = (contentType: string): string =>
  endings.get((contentType.split(';', 1)[0] ?? '').trim()) ?? 'bin';
