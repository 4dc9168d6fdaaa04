/** Findings of the self-test, with remedies (`features/diagnostics`); reports of services (`features/monitoring`). */
export const diagnostics = {
  // Storage.
  databaseWorks: 'Can be read and written.',
  databaseFailed: 'The database cannot be read or written ({{code}}).',
  databaseFailedRemedy: 'Check that the disk is not full and not read-only. Then restart Alcove.',
  folderWritable: 'Files can be written to this folder.',
  folderFailed: 'No file can be written to this folder ({{code}}).',
  folderFailedRemedy:
    'Check that the disk is connected, is not full, and belongs to the user who runs Alcove.',
  spaceLeft: 'You can add {{left, bytes}}.',
  spaceUsedUp: 'You cannot add more files.',
  quotaRemedy: 'Allow Alcove more space in Settings, or delete files that you do not need.',
  diskRemedy: 'Free space on the disk, or move the storage folder to a larger one.',
  filesDamaged_one: '{{count, number}} of the stored files is damaged or missing.',
  filesDamaged_other: '{{count, number}} of the stored files are damaged or missing.',
  filesDamagedRemedy:
    'Open the Storage page. Alcove downloads files again that another node has. Add the others again.',
  filesIntact: 'No problems found at the last check, {{age, duration}} ago.',
  filesUnchecked: 'The files were never checked, and checks are turned off.',
  filesNotYetChecked: 'Not all files have been checked yet. The check continues in the background.',
  checkRemedy: 'Run “alcove verify”, or let Alcove run longer so that it can check the files.',

  // Listeners.
  nodeAnswers: 'The node answers at {{url}}.',
  nodeSilent: 'The node does not answer at {{url}}.',
  nodeSilentRemedy: 'Check whether a firewall or security program on this computer blocks Alcove.',
  otherNodeAnswers: 'Another node answers at {{url}}.',
  otherNodeRemedy: 'Quit the other node, or choose another port: node.port.',
  dashboardPrivate: 'Only this computer can reach the dashboard.',
  dashboardOpen: 'The dashboard’s port answers at {{address}}, which other computers can reach.',
  dashboardOpenRemedy: 'Find the program that forwards this port, and quit it.',
  portsMatch: 'The ports match the settings.',
  portDiffers: '{{setting}} is {{configured}}, but {{used}} is used.',
  portDiffersRemedy:
    'Another program used the port when Alcove started. Quit it and restart Alcove, or set {{setting}}.',

  // Settings.
  keyProtected: 'Only your account on this computer can read the key.',
  keyUnprotectedRemedy: 'Set up a key store on this computer, such as GNOME Keyring or KWallet.',
  practiceRuns: 'Practice mode is on.',
  practiceEnded: 'Practice mode is on in Settings, but the practice node is not running.',
  practiceEndedRemedy: 'Stop practice mode on the Overview page, then start it again.',
  practiceOff: 'Practice mode is off.',

  // Public address.
  privateNode: 'Private nodes do not need to be reachable.',
  publicUnreachable: '{{host}} cannot be reached from here: {{cause, message}}',
  publicRedirects: '{{host}} redirects to another address. Other nodes do not follow redirects.',
  publicRedirectsRemedy: 'Set node.public_host to the address at which the node answers itself.',
  publicNotThisNode: 'The server at {{host}} is not this node (status {{status}}).',
  publicNotThisNodeRemedy: 'Check where the proxy in front of this node forwards requests to.',
  publicOtherNodeRemedy: 'Check the proxy and the host name. They lead to another node.',
  certificateExpires_one: 'The certificate of {{host}} expires in {{count, number}} day.',
  certificateExpires_other: 'The certificate of {{host}} expires in {{count, number}} days.',
  certificateExpiresRemedy: 'Renew the certificate, or set up automatic renewal.',
  proxyUntrusted:
    'The proxy in front of this node is not trusted, so all visitors count as one and share one limit.',
  proxyUntrustedRemedy: 'Set http.trusted_proxies to the address of the proxy.',
  publicUnencrypted: 'This node answers at {{host}}, without encryption.',
  publicAnswers_one:
    'This node answers at {{host}}. Its certificate is valid for {{count, number}} more day.',
  publicAnswers_other:
    'This node answers at {{host}}. Its certificate is valid for {{count, number}} more days.',

  // Network.
  noPeers: 'This node has no peers yet.',
  peersAnswered: '{{answered, number}} of {{asked, number}} answered.',
  peerFailed: '{{host}}: {{cause, message}}',
  peerUnused: 'not in use',
  peersRemedy: 'Open the Peers page.',
  clockUnknown: 'No other node has sent its time.',
  clockAgrees: 'The clock agrees with other nodes. Nodes compared: {{nodes, number}}.',
  clockBehind: 'The clock is {{difference, duration}} behind. Nodes compared: {{nodes, number}}.',
  clockAhead: 'The clock is {{difference, duration}} ahead. Nodes compared: {{nodes, number}}.',
  clockRemedy: 'Let this computer set its date and time automatically from the internet.',
  noNames: 'No other node has a host name.',
  namesFound: 'The names of other nodes can be looked up.',
  namesNotFound: 'The names of other nodes cannot be looked up.',
  namesNotFoundRemedy: 'Check this computer’s internet connection and its DNS server.',
  versionsIncompatible: 'Nodes with an incompatible version: {{incompatible, number}} of {{asked, number}}.',
  versionsMatch: 'The nodes in use run compatible versions.',
  versionsDiffer: 'Nodes with another, compatible version: {{others, number}} of {{asked, number}}.',

  // The test itself.
  checkFailed: 'This check failed unexpectedly.',
  checkFailedRemedy: 'The log of the node has the reason.',
  checkTimedOut: 'This check did not end in time.',
  checkTimedOutRemedy: 'Run the test again. If this continues, restart Alcove.',

  // Reports of other services.
  serviceBuiltIn: 'The node itself reports the service {{service}}.',
  isServiceBuiltIn: 'is the name of a built-in service',
  tooManyServices:
    '{{most, number}} services report to this node already. A service that is silent for 24 hours is removed.',
} as const;
