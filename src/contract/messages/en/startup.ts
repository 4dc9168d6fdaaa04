/** The start of the node: settings, data folder, listeners (`app`, `core`, `platform/sqlite`, `electron`). */
export const startup = {
  settingsInvalid: 'Some settings can’t be used. {{problems, message}}',
  settingInvalid: '{{setting}}: {{problem, message}}.',
  settingUnknown: 'Unknown setting {{setting}}.',
  assignmentInvalid: 'Use --set section.name=value, not “{{given}}”.',
  settingSecret:
    '{{setting}} is a secret, and others on this computer can see command lines. Set {{variable}} or use settings.json.',
  settingsNotJson: 'The file {{path}} isn’t valid JSON. Repair or remove it.',
  settingsNotSections:
    'The file {{path}} must contain sections of settings: { "section": { "name": value } }.',
  settingsReset:
    'The settings made in the dashboard couldn’t be read and are back to their defaults. The old file is kept as {{path}}.',
  s3FileInvalid: 'storage.s3_file: {{path}} doesn’t describe an S3 bucket: {{problem}}',
  s3FileUnset:
    'Files of this node are in an S3 bucket, and storage.s3_file isn’t set. Set it, then start the node again.',
  clusterFileInvalid: 'node.cluster_file: {{path}} doesn’t describe a cluster: {{problem}}',
  clusterFileUnset:
    'This data folder belongs to a replica of a node. Set node.cluster_file, or use another data folder.',
  clusterNoCommand:
    'This data folder belongs to a replica, so commands can’t change or copy it. Start the replica, or use a running one. To back up a cluster, back up its database and its bucket.',
  clusterNeedsPublic:
    'node.cluster_file: only a public node can have replicas. Set node.type to public, or remove node.cluster_file.',
  clusterNeedsBucket:
    'node.cluster_file: replicas share their files in an S3 bucket. Set storage.s3_file, too.',
  clusterNeedsChainService:
    'node.cluster_file: replicas can’t share an embedded chain that runs inside one of them. Set chain.endpoint, or another chain.network.',
  clusterHasNoPractice: 'node.cluster_file: replicas have no practice mode. Set network.practice to false.',
  clusterHasNoFolder: 'node.cluster_file: replicas share their files in an S3 bucket. Remove storage.folder.',
  clusterOtherSecret:
    'The data folder has the secret of another node than node.cluster_file. Use another data folder, or put the secret of secrets/node-secret into that file.',
  clusterUnreachable:
    'The database of node.cluster_file can’t be used ({{error}}). Try it out: alcove cluster check',
  clusterSchemaEmpty:
    'The database of node.cluster_file has no tables of Alcove. Check the file, then create them: alcove cluster migrate',
  clusterSchemaOlder:
    'The database of node.cluster_file has the tables of an older version ({{version}}, not {{newest}}). Upgrade them: alcove cluster migrate',
  clusterSchemaNewer:
    'The database of node.cluster_file needs a newer version of Alcove (schema {{minimum}}, not {{newest}}). Install the version of the other replicas.',
  clusterOtherNode:
    'The database belongs to the node {{owner}}. The secret of this replica is that of the node {{id}}. All replicas of a node need the same secret.',
  clusterOwnRows:
    'The data folder has contents of its own ({{table}}), and the database already has those of other replicas. Start this replica with an empty data folder.',
  clusterOtherDatabase:
    'The data folder belongs to replicas of another database. Check node.cluster_file, or start this replica with an empty data folder.',
  clusterImported:
    'This node was imported into a cluster, whose replicas have its key and its data: start them instead. Where no replica has changed anything yet, you can go back to this node: stop the replicas, then delete the folder {{folder}}.',
  clusterImportNotEmpty:
    'The database of node.cluster_file has data already. A node can only be imported into a new database.',
  clusterImportDiffers:
    'The database of node.cluster_file has other rows than the node, in {{table}}. Create a new database, and import again.',
  clusterImportFolders:
    'This node follows watched folders, which belong to one computer. Remove them first: alcove folders remove',
  clusterImportSubscriptions: 'This node has subscriptions, which replicas don’t have. End them first.',
  clusterImportChain:
    'The dashboard of this node has set chain.network to embedded without chain.endpoint, and a chain can’t run inside replicas. Set chain.endpoint there, too, or another chain.network.',
  clusterLocalFiles:
    'Files of this node are on the disk of this computer only, where other replicas can’t read them. Begin a cluster with an empty data folder.',
  clusterBucketUnusable:
    'The bucket of storage.s3_file can’t be used ({{error}}). Try it out: alcove cluster check',
  clusterOtherBucket:
    'The bucket {{bucket}} of storage.s3_file isn’t the one of the other replicas: it lacks the object {{object}}. Name their bucket and prefix. If their files were moved here, write that object with the content {{content}}.',
  clusterBucketOfOther:
    'The bucket {{bucket}} of storage.s3_file belongs to another cluster, which its object {{object}} names. Use another bucket or prefix.',
  clusterBucketLacksFiles:
    'The bucket {{bucket}} of storage.s3_file has no files of the other replicas. Name their bucket and prefix.',
  trustedProxies: 'http.trusted_proxies takes IP addresses and subnets such as 10.0.0.0/8: {{error}}.',
  commandLineTooLong: 'The command line is too long. Put settings into settings.json.',

  folderInUse: 'Another process uses the data folder. End it, or choose another folder with --data-dir.',
  folderInUseBy: 'Process {{pid}} uses the data folder. End it, or choose another folder with --data-dir.',
  folderNotWritable: 'The data folder can’t be created or written to. Choose another folder with --data-dir.',
  folderNotLockable:
    'The data folder can’t be locked. Check whether its disk is full, or choose a folder on a disk of this system with --data-dir.',
  lockUnusable: 'The lock {{path}} can’t be used ({{error}}). Remove this file, which contains no data.',
  socketFolderForeign: 'The folder {{path}} for the control socket belongs to another user.',
  databaseMissing:
    'The database of this node is missing from its data folder, but stored files are there. Restore the file alcove.db from a backup. To continue without the stored files, move the folder {{folder}} away.',
  databaseDamaged:
    'The database {{path}} is damaged. The stored files in the folder blobs are unchanged. Restore the database from a backup.',
  databaseNewer: 'A newer version of Alcove used this data folder. Install that version or a newer one.',
  backupNotWritten:
    'Alcove backs up the database to {{folder}} before it upgrades it, and the backup couldn’t be written ({{error}}). The database is unchanged. Free some space on that disk, then start again.',
  backupTooLarge:
    'Alcove backs up the database to {{folder}} before it upgrades it, and that disk lacks {{missing, bytes}}. The database is unchanged. Free some space there, then start again.',
  secretMissing:
    'The secret of this node is missing from its data folder or damaged, but the data of the node is there. Restore the file secrets/node-secret from a backup. To start as a new node, move the data folder away.',
  secretOfApp:
    'The secret of this data folder is encrypted by the key store of this computer, and only the Alcove app can decrypt it. Start the app, or use another data folder.',
  secretLocked:
    'The key of this node is encrypted by {{store, message}} and can’t be decrypted. Log in to the desktop session in which you used Alcove before, unlock its key store, and start Alcove again. The encrypted key is in {{path}}. Without it, this node would become a different one. If the key store is lost, start with a new data folder (--data-dir) and restore your recovery file there.',
  secretUnprotected:
    'This desktop session has no key store that Alcove can use (such as the GNOME keyring or KWallet). The key of this node is in an unencrypted file that only your account may read. Once there is a key store, Alcove encrypts the key with it at the next start.',
  keyStore: 'the key store of this system',
  keyStoreGnome: 'the GNOME keyring',
  keyStoreKwallet: 'KWallet',
  keyStoreMacos: 'the macOS keychain',
  keyStoreWindows: 'Windows data protection',

  cannotListen: '{{settings}}: the node can’t listen there ({{error}}).',
  addressMissing:
    'This computer doesn’t have the address {{address}} of node.listen. Until the next start, only this computer can reach the node API. To choose another address permanently, set node.listen.',
  portTaken:
    'The usual port of the node API is taken, so the node API uses port {{port}} until the next start. To choose a port permanently, set node.port.',
  dashboardPortTaken:
    'Another program uses port {{taken}}, so the dashboard uses port {{port}} until the next start. The program at port {{taken}} isn’t Alcove. Enter no passphrase and add no file there. To choose another port permanently, set dashboard.port.',

  storeMarkRenewed:
    'The file alcove-storage.json was missing or damaged in {{folder}}. The stored files there belong to this node, so Alcove wrote the file again. Nothing is lost.',
  storeMoveEnded:
    'The move to {{target}} has ended, because that folder is empty and the file alcove-storage.json is missing there. All stored files are in {{folder}}. Connect the disk of that folder or choose another one, and move again.',
  storeNotMoved:
    'The stored files weren’t moved to the folder of storage.folder and stay where they were. {{reason, message}}',
  restored: 'Your node was restored. Never run the same node on two computers at a time.',
  restoredOver:
    'Your node was restored. Never run the same node on two computers at a time. The previous data is kept in {{folder}}. Delete it when you no longer need it.',
  restoredLacking_one:
    '{{count, number}} file is damaged or missing in the backup and wasn’t restored. Alcove looks for copies of it on other nodes.',
  restoredLacking_other:
    '{{count, number}} files are damaged or missing in the backup and weren’t restored. Alcove looks for copies of them on other nodes.',
} as const;
