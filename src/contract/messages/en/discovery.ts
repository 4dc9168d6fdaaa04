/** Files of other nodes: their lists, following (`features/discovery`), fetching (`features/fetch`). */
export const discovery = {
  blocked: 'This file is blocked on this node. Unblock it first.',
  subscriptionEnded: 'You have already unfollowed this. Reload the list.',

  // Lists of other nodes.
  listInvalid: 'The node’s list of files couldn’t be read.',
  noList: 'The node has no list of files and may run an older version.',
  positionLost: 'The place in the node’s list has expired.',
  tooManyEntries: 'The node lists more files than your discovery limit. Alcove reads the rest later.',
  endlessList: 'The node’s list of files doesn’t end. Alcove tries again in an hour.',

  // Why a subscription is incomplete.
  noSpace:
    'No space for more downloads. The cache (storage.copies_bytes), the storage limit or the disk is full. Raise the limit or delete files, and Alcove continues automatically.',
  filesTooLarge:
    'Some files are larger than your node accepts (storage.max_upload_bytes). Raise this limit to add them.',
  filesInvalid: 'Other nodes sent wrong data for some files. Alcove asks again later.',
  filesNowhere: 'Some files aren’t on any node that can be reached now. Alcove keeps looking for them.',
  filesFailed: 'Some files couldn’t be downloaded. Alcove tries again automatically.',
  filesCancelled: 'Some transfers were cancelled. They start again in a few hours, unless you unfollow.',
  filesBlocked: 'Some files are blocked on your node. Unblock them to add them.',
  filesRemoved: 'Some files were deleted from your node. Alcove doesn’t download them again.',
  pausedManually: 'Network activity is paused. Resume it in Settings to continue.',
  pausedMetered: 'The connection is metered, so nothing is downloaded. Allow this in Settings to continue.',
  pausedBattery:
    'The computer runs on battery, so nothing is downloaded. Alcove continues when it is plugged in.',

  // Fetching a file from other nodes.
  cancelled: 'The transfer was cancelled. Request the file again if you still need it.',
  tooManyTransfers: 'Too many downloads from other nodes at once. Try again in a minute.',
  shuttingDown: 'The node is shutting down. Try again when it runs again.',
  transferEnded: 'This transfer has already ended. Reload the list.',
  wrongBytes:
    'Other nodes sent wrong data for this file, so it was discarded. Try again when other nodes are connected.',
  tooLarge: 'The file is larger than the {{max, bytes}} that this node accepts (storage.max_upload_bytes).',
  interrupted: 'The transfer was interrupted, and no other node could continue it. Try again.',
  nobodyToAsk:
    'The file isn’t on this node, and no other node can be asked now. Try again when this node is connected to others.',
  nobodySent_one:
    'The file isn’t on this node. {{count}} node was asked and doesn’t have it. Try again later.',
  nobodySent_other:
    'The file isn’t on this node. {{count}} nodes were asked, and none sent it. Try again later.',
  nobodyAnswered_one:
    'The file isn’t on this node. {{count}} node was asked and gave no usable answer. Try again later.',
  nobodyAnswered_other:
    'The file isn’t on this node. {{count}} nodes were asked, and none sent it. {{unreachable, number}} of them gave no usable answer. Try again later.',
} as const;
