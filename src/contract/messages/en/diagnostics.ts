/** Findings of the self-test, with remedies (`features/diagnostics`); reports of services (`features/monitoring`). */
export const diagnostics = {
  // Titles.
  database: 'Database',
  storageFolder: 'Storage folder',
  space: 'Disk space',
  files: 'Files',
  nodeApi: 'Node API',
  dashboard: 'Dashboard',
  ports: 'Ports',
  key: 'Node key',
  practice: 'Practice mode',
  publicAddress: 'Public address',
  otherNodes: 'Other nodes',
  clock: 'Clock',
  names: 'Name resolution',
  version: 'Version',

  // Storage.
  databaseWorks: 'Can be read and written.',
  databaseFailed: 'The database can’t be read or written ({{code}}).',
  databaseFailedRemedy: 'Check that the disk isn’t full or read-only. Then restart Alcove.',
  folderWritable: 'Files can be written to this folder.',
  folderFailed: 'No file can be written to this folder ({{code}}).',
  folderFailedRemedy:
    'Check that the disk is connected, isn’t full, and belongs to the user who runs Alcove.',
  spaceLeft: 'You can add {{left, bytes}}.',
  spaceUsedUp: 'You can’t add more files.',
  quotaRemedy: 'Allow Alcove more space in Settings, or delete files that you don’t need.',
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
  nodeSilent: 'The node doesn’t answer at {{url}}.',
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
  practiceEnded: 'Practice mode is on in Settings, but the practice node isn’t running.',
  practiceEndedRemedy: 'Stop practice mode on the Node page, then start it again.',
  practiceOff: 'Practice mode is off.',

  // Public address.
  privateNode: 'Other nodes don’t connect to this private node. Public nodes can serve what you share.',
  publicUnreachable: '{{host}} can’t be reached from here: {{cause, message}}',
  publicRedirects: '{{host}} redirects to another address. Other nodes don’t follow redirects.',
  publicRedirectsRemedy: 'Set node.public_host to the address at which the node answers itself.',
  publicNotThisNode: 'The server at {{host}} isn’t this node (status {{status}}).',
  publicNotThisNodeRemedy: 'Check where the proxy in front of this node forwards requests to.',
  publicOtherNodeRemedy: 'Check the proxy and the host name. They lead to another node.',
  certificateExpires_one: 'The certificate of {{host}} expires in {{count, number}} day.',
  certificateExpires_other: 'The certificate of {{host}} expires in {{count, number}} days.',
  certificateExpiresRemedy: 'Renew the certificate, or set up automatic renewal.',
  proxyUntrusted:
    'The proxy in front of this node isn’t trusted, so all visitors count as one and share one limit.',
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
  namesNotFound: 'The names of other nodes can’t be looked up.',
  namesNotFoundRemedy: 'Check this computer’s internet connection and its DNS server.',
  versionsIncompatible: 'Nodes with an incompatible version: {{incompatible, number}} of {{asked, number}}.',
  versionsMatch: 'The nodes in use run compatible versions.',
  versionsDiffer: 'Nodes with another, compatible version: {{others, number}} of {{asked, number}}.',

  // The test itself.
  checkFailed: 'This check failed unexpectedly.',
  checkFailedRemedy: 'The log of the node has the reason.',
  checkTimedOut: 'This check didn’t end in time.',
  checkTimedOutRemedy: 'Run the test again. If this continues, restart Alcove.',

  // Reports of other services.
  serviceBuiltIn: 'The node itself reports the service {{service}}.',
  isServiceBuiltIn: 'is the name of a built-in service',
  tooManyServices:
    '{{most, number}} services report to this node already. A service that is silent for 24 hours is removed.',
} as const;

/** Findings of the check of a network, with remedies (`features/diagnostics/chain`). */
export const chainCheck = {
  // Titles.
  service: 'Chain service {{host}}',
  ownService: 'Practice chain',
  key: 'Key for {{host}}',
  agreement: 'Agreement of chain services',
  fees: 'Network fees',
  index: 'Reading the chain',
  platform: 'Store',
  wallet: 'Fee wallet',
  manifest: 'Wallet apps',

  // Networks.
  embedded: 'practice chain',
  testnet: 'TON test network',
  mainnet: 'TON network',

  // Chain services.
  serviceAnswers:
    'The service answers for the {{network, message}}. Its newest block is {{age, duration}} old.',
  serviceBehind: 'The service is behind: its newest block is {{age, duration}} old.',
  serviceBehindRemedy: 'Wait, then check again. If it stays behind, set another service in chain.endpoint.',
  clockBehind: 'The service’s newest block is {{ahead, duration}} ahead of the clock of this computer.',
  clockBehindRemedy: 'Set the clock of this computer automatically.',
  serviceRemedy:
    'Check the internet connection and the address of the service (chain.endpoint), then check again.',
  keySet: 'A key is set.',
  keyMissing: 'Without a key, {{host}} answers 1 request a second. Selling is slow then.',
  keyMissingRemedy: 'Get a free key for this network from {{host}}, then set chain.api_key.',
  noService: 'Not checked, because no chain service answers.',

  // Agreement.
  servicesAgree: 'Two services answer the same.',
  oneServiceOfMany:
    'One service alone decides what counts. If it reports false sales, buyers get files without paying.',
  oneServiceRemedy: 'Add a service of another operator to chain.endpoints, then set chain.quorum to 2.',
  oneServiceEnough: 'One service is enough for test money.',
  disagreeRemedy: 'Wait, then check again. If this continues, replace one of the services.',

  // Fees.
  feesFit:
    'Registering a file needs at most {{register, ton}}, a purchase {{purchase, ton}} besides its price. Unused money comes back.',
  feesRemedy: 'Update Alcove, or wait until fees are lower.',

  // Index.
  indexed: 'Your node has read the chain up to block {{height, number}}.',
  indexing: 'Your node is still reading the chain.',
  indexingRemedy: 'Wait, then check again.',
  notFollowed: 'Your node doesn’t follow this network yet.',

  // Platform.
  platformMissing:
    'Your Store isn’t on the chain yet. Setting it up needs at most {{most, ton}}, of which {{deposit, ton}} pay for its place there.',
  platformMissingRemedy:
    'Join the network, then set up the Store under Buying and selling, or with “alcove chain deploy-platform”. Or add a public node on the Peers page to use its Store.',
  platformStartingRemedy: 'Check again in a minute.',
  platformOutdated: 'Your Store {{address}} has another name or description on the chain than in Settings.',
  platformOutdatedRemedy:
    'Update it under Buying and selling, or with “alcove chain deploy-platform”. This needs at most {{most, ton}}.',
  platformOwn: 'Your Store {{address}} is on the chain and verified, generation {{generation, number}}.',
  platformConfigured:
    'The Store {{address}} from Settings is on the chain and verified, generation {{generation, number}}.',
  platformOfHost:
    'You use the Store of {{host}}: {{address}} on the chain, verified, generation {{generation, number}}.',
  platformConfiguredRemedy: 'Correct chain.master_address, or reset it to use your own Store.',
  platformOfHostRemedy: 'Ask the operator of {{host}}, or remove that node on the Peers page.',
  platformUnknownRemedy: 'Update Alcove, or use another Store.',
  successorUnknownRemedy: 'Update Alcove, then check again.',
  successorIgnoredRemedy: 'Ask the owner of this Store which Store to use. You can keep using this one.',
  platformTextsRemedy: 'Shorten operator.description in Settings.',

  // Fee wallet.
  walletEmpty: 'The wallet has {{balance, ton}}. Setting up your Store needs {{needed, ton}}.',
  walletEmptyRemedy: 'Send at least {{missing, ton}} to this address: {{address}}',
  walletLow: 'The wallet has {{balance, ton}}. Registering a file needs {{needed, ton}}.',
  walletLowRemedy: 'Pay with a connected wallet, or send money to this address: {{address}}',
  walletForStore: 'The wallet has {{balance, ton}}, enough to set up your Store, but not to register a file.',
  walletSuffices_one: 'The wallet has {{balance, ton}}, enough to register {{count, number}} file.',
  walletSuffices_other: 'The wallet has {{balance, ton}}, enough to register {{count, number}} files.',
  walletSufficesToo_one:
    'The wallet has {{balance, ton}}, enough to set up your Store and register {{count, number}} file.',
  walletSufficesToo_other:
    'The wallet has {{balance, ton}}, enough to set up your Store and register {{count, number}} files.',

  // Manifest.
  manifestNotNeeded: 'Practice needs no wallet app.',
  manifestRead: 'Wallet apps can read the TON Connect manifest of this node at {{url}}.',
  manifestOfHost:
    'Wallet apps read the TON Connect manifest of {{host}}, because they can’t reach this node.',
  manifestLocal: 'Wallet apps can’t read the TON Connect manifest at {{url}}.',
  manifestLocalRemedy:
    'Add a public node with an https address on the Peers page, or set sign_in.manifest_url.',
  manifestFailed: 'The TON Connect manifest at {{url}} can’t be read from here.',
  manifestFailedRemedy: 'Check whether the server at this address works and is reachable from the internet.',
} as const;
