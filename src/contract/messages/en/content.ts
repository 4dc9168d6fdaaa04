/** Files: ids, records, lists, covers (`features/content`, `features/serving`, `core`). */
export const content = {
  notFound: 'This node has no file with this content id.',
  notStored: 'This file isn’t on this node. Add it first.',
  blocked: 'The operator of this node has blocked this file. Ask another node.',
  notFirstOwner:
    'Another user added this file first, so only they can edit its details. Its link works for you, too.',
  idInvalid: 'A content id is a CIDv1 (bafkrei…), the SHA-256 in 64 hex digits, or its 32 bytes in base58.',
  idUnsupported:
    'Only ids of raw bytes hashed with SHA-256 are supported (CIDv1, codec raw, hash sha2-256: bafkrei…).',
  noChain: 'This node follows no chain.',
  addressUnknown:
    'This node’s index has no file at this address of the chain. The file may not be indexed yet: see indexer_height.',
  coverInvalid:
    'A cover is an image on this node: PNG, JPEG, WebP, GIF or AVIF, not animated, of at most 4 MB and 8 megapixels.',
  coverNotStored: 'isn’t on this node. Add it first.',
  coverTooLarge: 'is larger than 4 MB. Choose a smaller image.',
  coverFormat: 'isn’t a PNG, JPEG, WebP, GIF or AVIF image. Choose another file.',
  coverAnimated: 'is an animated image. Choose one without animation.',
  coverTooManyPixels: 'has more than 8 megapixels or 4096 pixels on a side. Choose a smaller image.',
  previewNotStored: 'isn’t on this node. Add it first.',
  previewSold: 'is sold. Choose a file that anybody may open.',
  previewSame: 'is the file itself. Choose a part of it.',
  previewTooLarge: 'is larger than 8 MB. Choose a shorter or smaller preview.',
  previewKind:
    'is of another kind than the file. Choose audio for audio, video for video, and an image for everything else.',
  coverNotFound: 'This node has no image with this id that can be a cover.',
  coverForDashboard: 'Only pages of the dashboard can load covers.',
  thumbnailInvalid:
    'A thumbnail is a still WebP, JPEG or PNG image of at most 64 kB and 512 pixels on a side.',
  thumbnailNotFound: 'This node has no thumbnail of a file with this id.',
  thumbnailForDashboard: 'Only pages of the dashboard can load thumbnails.',
} as const;

/** Collections (`features/collections`). */
export const collections = {
  notFound: 'This collection was deleted. Reload the list.',
  inItself: 'A collection can’t be inside itself. Choose another one.',
  tooDeep: 'Collections can be nested {{most}} levels deep. Choose one farther up.',
  full: 'A collection holds at most {{most, number}} items. Create another one.',
  allFull: 'All collections together hold at most {{most, number}} items. Delete some first.',
  tooMany: 'Your node holds at most {{most, number}} collections. Delete some first.',
  tooLargeToKeep:
    'Alcove can’t keep collections with more than {{most, number}} items. Keep smaller ones in it.',
  manifestTooLarge:
    'The list of “{{title}}” is larger than {{most, bytes}}. Share it as several collections.',
  followed: 'Only its author can change this collection. Copy its files to one of your own.',
  notManifest: 'This file is no collection, or it was changed. Ask the sender for it again.',
} as const;

/** Folders of the computer whose files are added (`features/watched-folders`). */
export const watchedFolders = {
  notFound: 'This folder is no longer watched.',
  unavailable:
    'Alcove can’t read this folder. Connect its disk, or check its permissions. Nothing was removed from Library.',
  isRoot: 'Choose a folder on the disk, not the whole disk.',
  overlaps: 'Alcove already watches this folder, a folder in it, or one that contains it.',
  tooSlow: 'Reading this folder takes too long. Choose a smaller folder.',
  tooMany: 'Alcove watches at most {{most, number}} folders. Remove one first.',
  tooManyFiles:
    'This folder has more files than Alcove watches. The others weren’t added. Watch its subfolders.',
  noSpace: '{{reason, message}} Alcove adds the other files when there is space.',
  fileUnreadable: 'Alcove can’t read this file. Check its permissions.',
  withheld_one:
    '{{count, number}} file is gone, and nothing else is left on its disk. Connect the disk, or confirm that you deleted it.',
  withheld_other:
    '{{count, number}} files are gone, and nothing else is left on their disk. Connect the disk, or confirm that you deleted them.',
  progress: '{{done, number}} of {{total, number}} files',
  notice: 'Watched folder “{{name}}”: {{reason, message}}',
  notices_one: '{{count, number}} watched folder needs your attention.',
  notices_other: '{{count, number}} watched folders need your attention.',
} as const;
