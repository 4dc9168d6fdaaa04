/** Store: limits, disk, damage (`features/storage`), folder and its moves (`platform/blobs`), `features/uploads`. */
export const storage = {
  tooLarge: 'The file is larger than the {{max, bytes}} that this node accepts.',
  uploadTooLarge:
    'The file is larger than the {{max, bytes}} that this node accepts (storage.max_upload_bytes).',
  quotaUsed:
    'The storage limit of this node is reached. Delete files or raise the limit (storage.quota_bytes).',
  userQuotaUsed:
    'You can store at most {{max, bytes}} on this node. Ask its owner to delete files or to raise storage.user_quota_bytes.',
  usersQuotaUsed:
    'The space that this node has for its users is used up. Ask its owner to delete files or to raise storage.quota_bytes.',
  copiesQuotaUsed:
    'The cache holds at most {{max, bytes}}, and all of its files are in Library or in use. Remove some from Library, or raise the cache limit (storage.copies_bytes).',
  diskFull: 'The disk of this node is full. Free some space, then try again.',
  dataDiskFull:
    'The disk with the data folder is full, so the node can’t start. No stored file is lost. Free a few megabytes on this disk, then start the node again.',

  unreachable: 'The storage of this node doesn’t answer. Nothing is lost. Try again in a few seconds.',
  tooManyReads: 'Too many people read from this node at once. Try again in a few seconds.',

  damaged: 'The file is damaged on this node. Add it again to repair it.',
  fileMissing: 'The file is missing on the disk of this node. Add it again to restore it.',
  repairPending: 'Alcove will ask other nodes for a copy. You can also repair the file by adding it again.',
  repairFailed: '{{why, message}} You can also repair the file by adding it again.',
  notRepaired: 'The copies from other nodes didn’t repair the file.',
  repairStopped: 'The repair of this file was stopped.',
  removedMeanwhile: 'The file was removed from this node while it was downloading.',
  noCopy: 'This node has no copy of this file from another node.',

  folderNotAbsolute: 'Enter the full path of the folder.',
  folderSelectionExpired: 'Choose the folder again.',
  folderIsFile: 'This path is a file. Choose a folder.',
  folderInsideNode:
    'This folder is inside a folder of this node. Choose one outside its data folder and its storage folder.',
  folderOfOtherNode: 'Another node uses this folder or a folder that contains it. Choose another folder.',
  folderHasStore: 'Another node stores its files in this folder. Choose another folder.',
  folderHasName:
    'This folder contains “{{name}}”, which doesn’t belong to this node. Choose another folder, or an empty one inside it.',
  folderTooSmall:
    'The disk of this folder has {{free, bytes}} free, but the stored files take {{needed, bytes}}. Free some space there, or choose another disk.',
  folderParentMissing: 'The parent folder doesn’t exist. Connect its disk, or create the folder first.',
  folderPathHasFile: 'A part of this path is a file. Choose a folder.',
  folderNotWritable:
    'The node isn’t allowed to write to this folder. Change its permissions, or choose another folder.',
  folderReadOnly: 'The disk of this folder is read-only. Choose a folder on another disk.',
  folderDiskFull: 'The disk of this folder is full. Free some space there, or choose another folder.',
  folderLoop: 'The links in this path form a loop. Choose another folder.',
  folderPathTooLong: 'This path is too long. Choose another folder.',

  storeMissing:
    'The stored files of this node and the file alcove-storage.json are missing: {{folder}}. Connect the disk with the files and start again. If they are lost for good, remove the file storage-folder.json from the data folder {{dataFolder}} and the setting storage.folder. The node then starts with an empty store.',
  storeOfOtherNode:
    'Another node stores its files here: {{folder}}. Connect the disk with the files of this node and start again. If they are lost for good, remove the file storage-folder.json from the data folder {{dataFolder}} and the setting storage.folder. The node then starts with an empty store.',
  dataFolderCopied:
    'The node with the data folder {{original}} stores its files in {{folder}}. The data folder {{copy}} seems to be a copy of that one. Two nodes can’t use the same stored files.',
  stateDamaged: 'The file {{path}} is damaged. Restore it from a backup.',

  moveRunning:
    'The stored files are being moved to another folder. Wait until the move ends, or move them back.',
  moveIncomplete:
    'Some files couldn’t be moved. No file is lost. The moved files are in the new folder, the others in the old one. Check both disks, then try again.',
  moveIncompleteCode:
    'Some files couldn’t be moved ({{code}}). No file is lost. The moved files are in the new folder, the others in the old one. Check both disks, then try again.',

  tooManyUploads: 'Too many uploads at once. Try again in a moment.',
  uploadDisplaced: 'Others are waiting to upload, so the node stopped this upload. Try again in a moment.',
  uploadTooSlow: 'The upload was too slow, so the node stopped it. Try again with a faster connection.',
  uploadNotFound: 'This upload doesn’t exist or has expired. Start it again.',
  uploadBytesLost: 'The bytes of this upload are lost. Start the upload again.',
  uploadOffset: 'The next part of this upload begins at byte {{offset, number}}.',
  uploadSuperseded: 'A newer request continues this upload.',
  uploadPaused:
    'The node is shutting down. The bytes received so far are saved. Continue when the node is running again.',
  tooManyUnfinished:
    'Too many unfinished uploads: {{uploads, number}}. Finish some of them first. Unfinished uploads expire one day after their last part.',
  partHeader: 'The header {{header}} isn’t valid. {{why, message}}',
  partNotForm: 'Send a part as plain bytes, not as a form.',
  partNeedsUploadId: 'Every part but the first needs the upload_id from the response to the first part.',
  partNeedsStart: 'A part needs the offset at which it begins.',
} as const;
