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
  embedded: 'practice network',
  testnet: 'TON test network',
  mainnet: 'TON network',

  // Chain services.
  serviceAnswers: 'It answers for the {{network, message}}. Its newest block is {{age, duration}} old.',
  serviceBehind: 'It is behind: its newest block is {{age, duration}} old.',
  serviceBehindRemedy: 'Wait, then check again. If it stays behind, set another service in chain.endpoint.',
  clockBehind: 'Its newest block is {{ahead, duration}} ahead of the clock of this computer.',
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
    'One service alone decides what counts. If it reports false sales, you give out files unpaid.',
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
  notFollowed: 'Your node does not follow this network yet.',

  // Platform.
  platformMissing:
    'Your Store is not on the chain yet. Setting it up needs at most {{most, ton}}, of which {{deposit, ton}} pay for its place there.',
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
    'You use the Store of {{host}}. It is {{address}} on the chain, verified, generation {{generation, number}}.',
  platformConfiguredRemedy: 'Correct chain.master_address, or reset it to use your own Store.',
  platformOfHostRemedy: 'Ask the operator of {{host}}, or remove that node on the Peers page.',
  platformUnknownRemedy: 'Update Alcove, or use another Store.',
  platformTextsRemedy: 'Shorten operator.description in Settings.',

  // Fee wallet.
  walletEmpty: 'It has {{balance, ton}}. Setting up your Store needs {{needed, ton}}.',
  walletEmptyRemedy: 'Send at least {{missing, ton}} to this address: {{address}}',
  walletLow: 'It has {{balance, ton}}. Registering a file needs {{needed, ton}}.',
  walletLowRemedy: 'Pay with a connected wallet, or send money to this address: {{address}}',
  walletForStore: 'It has {{balance, ton}}, enough to set up your Store, but not to register a file.',
  walletSuffices_one: 'It has {{balance, ton}}, enough to register {{count, number}} file.',
  walletSuffices_other: 'It has {{balance, ton}}, enough to register {{count, number}} files.',
  walletSufficesToo_one:
    'It has {{balance, ton}}, enough to set up your Store and register {{count, number}} file.',
  walletSufficesToo_other:
    'It has {{balance, ton}}, enough to set up your Store and register {{count, number}} files.',

  // Manifest.
  manifestNotNeeded: 'Practice needs no wallet app.',
  manifestRead: 'Wallet apps can read the TON Connect manifest of this node at {{url}}.',
  manifestOfHost:
    'Wallet apps read the TON Connect manifest of {{host}}, because they cannot reach this node.',
  manifestLocal: 'Wallet apps cannot read the TON Connect manifest at {{url}}.',
  manifestLocalRemedy:
    'Add a public node with an https address on the Peers page, or set sign_in.manifest_url.',
  manifestFailed: 'The TON Connect manifest at {{url}} cannot be read from here.',
  manifestFailedRemedy: 'Check whether the server at this address works and is reachable from the internet.',
} as const;
