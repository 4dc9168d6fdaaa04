/** Recovery files: making, checking, restoring (`features/recovery`). */
export const recovery = {
  passphraseShort:
    'The passphrase has fewer than {{least, number}} characters, so others could guess it. Choose a longer one, such as several unrelated words.',
  tooMuch: 'This node has more data than fits in a recovery file. Use alcove backup instead.',

  notRecovery: 'Not a recovery file.',
  notRecoveryOrNewer: 'Not a recovery file, or a newer version of Alcove made it.',
  tooLarge: 'This file is too large for a recovery file.',
  headerDamaged:
    'The beginning of this recovery file is damaged, or another program made it such that opening it takes too long. Use another copy.',
  damaged: 'This recovery file is damaged. Some of its bytes are missing or were changed. Use another copy.',
  passphraseWrong:
    'This passphrase doesn’t open the file. Check upper and lower case, spaces and the keyboard layout.',
  dataUnknown:
    'The passphrase is right, but Alcove {{version}} doesn’t know the data in the file. If a newer version made the file, install that version.',
  dataOfVersion:
    'The passphrase is right, but Alcove {{version}} doesn’t know the data in the file. Version {{other}} made the file. Install that version or a newer one.',

  otherSecret: 'The secret in the file doesn’t belong to the node that the file names.',
  keysUnusable: 'Keys of files that don’t open: {{n, number}}.',
  receiptsInvalid: 'Receipts that aren’t valid: {{n, number}}.',
  ofOtherNode: 'The file belongs to another node, {{node}}. This node is {{own}}.',
  inconsistent: 'The parts of the file contradict each other.',
  notRestorable: 'This recovery file can’t be restored. {{problem, message}} Use another one.',
  settingsUnusable:
    '{{problem, message}} Restore with the command alcove recovery restore, and change the settings before the node starts.',

  nodeInUse:
    'This node is already in use, and restoring would mix two nodes. Restore to another data folder: alcove recovery restore with --data-dir.',
  restoreRuns: 'Another restore is already running. Wait until it ends, or cancel it.',
  restoreByCommand: 'This node can’t restart itself. Restore with the command alcove restore.',
  folderNotEmpty:
    '{{folder}} isn’t empty, and restoring would mix two nodes. Move it away, or restore to another folder with --data-dir.',
  interrupted:
    'Restoring a node to {{folder}} was interrupted. Restore it again. To start as a new node instead, remove the folder {{unfinished}} first.',
} as const;

/** Backups of a whole node into a folder (`features/recovery/backup`). */
export const backup = {
  inside:
    '{{folder}} is inside {{other}}, so both would be lost together. Choose a folder elsewhere, best on another disk.',
  otherFiles:
    '{{folder}} holds something else than a backup ({{name}}). Choose an empty folder, or one with a backup.',
  otherNode: '{{folder}} holds the backup of another node ({{node}}). Choose another folder.',
  inUse: 'Another process makes a backup into {{folder}} now. Wait for it to end.',
  inUseBy: 'The process {{pid}} makes a backup into {{folder}} now. Wait for it to end.',
  notWritable: 'Alcove isn’t allowed to write to {{folder}}. Choose another folder.',
  readOnly: 'The disk of {{folder}} is read-only. Choose a folder on another disk.',
  isFile: 'A part of the path {{folder}} is a file. Choose another folder.',
  unreachable: '{{folder}} can’t be reached. Connect its disk, then back up again.',
  diskFull:
    'The disk of the backup is full. An earlier backup in this folder is still complete. Free some space, or choose another disk.',
  stopped: 'The backup stopped because of an error: {{error}}. An earlier backup is still complete.',

  storeMissing:
    'The stored files of this node aren’t in {{folder}}. Connect the disk that holds them, then back up again.',
  secretMissing:
    'The node’s secret is missing from {{folder}}, or damaged, and without it a backup can’t become this node again. Put the file secrets/node-secret back first.',
  databaseDamaged:
    'The database {{path}} is damaged ({{problem}}). The backup made before, if there is one, is as it was.',
  chainDamaged: '{{problem, message}} The backup made before, if there is one, is as it was.',

  none: '{{folder}} holds no backup. Choose the folder into which the backup was made.',
  unfinished:
    'The backup in {{folder}} is incomplete, because it never ended. Back up into it again, or use another one.',
  unreadable:
    '{{path}} can’t be read: it is damaged, or of a newer version of Alcove, or of another program.',
  stateDamaged: '{{path}} is missing or damaged: this backup can’t be restored. Take an older copy of it.',
  newer: 'Alcove {{version}} made this backup, and this version is older. Update Alcove, then restore it.',
  noRoom:
    'Restoring needs {{needed, bytes}} on the disk of {{folder}}, where {{free, bytes}} are free. Free some space, then choose the backup again.',
  settingsUnusable:
    '{{problem, message}} Restore with the command alcove restore, and change the settings before the node starts.',
  keyElsewhere:
    'The key store of another computer protects the key in this backup. Add the recovery file of the node.',
  otherRecovery:
    'This recovery file belongs to another node than the backup. Choose the one of the same node.',
  notReadable:
    'Alcove isn’t allowed to read {{folder}}. Nothing has changed. Change its permissions, then restore again.',
  restoreDiskFull:
    'The disk of the data folder is full. Nothing has changed. Free some space, then restore again.',
  restoreUnreachable:
    '{{folder}} can’t be reached. Nothing has changed. Connect its disk, then restore again.',
  changed:
    'Another backup was made into {{folder}} during the restore. Nothing has changed. Restore again, from the new backup.',
  restoreRuns: 'A restore is running, and a backup could remove files that it needs. Wait until it ends.',
  restoreStopped: 'The restore stopped because of an error: {{error}}. Nothing has changed.',
  contentsDamaged: 'The database {{path}} is damaged: it contains an invalid content. Use an older copy.',
} as const;
