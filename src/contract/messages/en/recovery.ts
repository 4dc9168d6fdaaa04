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
    'This passphrase does not open the file. Check upper and lower case, spaces and the keyboard layout.',
  dataUnknown:
    'The passphrase is right, but Alcove {{version}} does not know the data in the file. If a newer version made the file, install that version.',
  dataOfVersion:
    'The passphrase is right, but Alcove {{version}} does not know the data in the file. Version {{other}} made the file. Install that version or a newer one.',

  otherSecret: 'The secret in the file does not belong to the node that the file names.',
  keysUnusable: 'Keys of files that do not open: {{n, number}}.',
  receiptsInvalid: 'Receipts that are not valid: {{n, number}}.',
  ofOtherNode: 'The file belongs to another node, {{node}}. This node is {{own}}.',
  inconsistent: 'The parts of the file contradict each other.',
  notRestorable: 'This recovery file cannot be restored. {{problem, message}} Use another one.',
  settingsUnusable:
    '{{problem, message}} Restore with the command alcove recovery restore, and change the settings before the node starts.',

  nodeInUse:
    'This node is already in use, and restoring would mix two nodes. Restore to another data folder: alcove recovery restore with --data-dir.',
  folderNotEmpty:
    '{{folder}} is not empty, and restoring would mix two nodes. Move it away, or restore to another folder with --data-dir.',
  interrupted:
    'Restoring a node to {{folder}} was interrupted. Restore it again. To start as a new node instead, remove the folder {{unfinished}} first.',
} as const;
