/** Signing in: wallets, Telegram, tokens, TON Connect (`features/auth`). */
export const auth = {
  userUnknown: 'This node has no such user.',
  tooManyWallets: 'You have {{count}} wallets here. Sign in with one of them.',
  walletNotLinked: 'This wallet isn’t linked. Sign in with it first.',
  notSignInToken: 'Not a sign-in token. Revoke API tokens in the dashboard or with: alcove token revoke',
  requesterSignedOut: 'The user who requested this link is signed out. Sign in and request a new link.',
  notOnList:
    'You aren’t on this node’s list. Its owner can add your wallet’s address or telegram: and your id: sign_in.list.',
  ownerOnly: 'Only this node’s owner may sign in. The owner can let others in: sign_in.who.',
  noOwner:
    'This node has no owner yet. Its owner connects a wallet in the dashboard first, then signs in with it.',
  listEntryInvalid:
    'sign_in.list: “{{entry}}” is neither a TON address nor telegram: and a number, such as telegram:12345.',
  walletsFileInvalid: 'sign_in.wallets_file: {{path}} isn’t a TON Connect wallets list: {{problem}}',
  tokenInAuthorization: 'Send the token of the session to end in Authorization.',
  tokenGone: 'This token doesn’t exist or was already revoked.',
  walletAppUnknown: 'This node doesn’t know a wallet app of that name. Known apps: {{known}}.',
  mustBeOneOf: 'must be one of {{known}}',

  telegramNotConfigured:
    'This node has no Telegram bot, so it can’t check twa_data. Sign in with a wallet: send an empty object first.',
  initDataInvalid: '{{why, message}} Open the web app in Telegram again.',
  initDataFieldTwice: 'The init data has a field twice.',
  initDataHash: 'The init data isn’t from this node’s bot: its hash is wrong.',
  initDataSignature: 'The init data isn’t from this node’s bot: its signature is wrong.',
  initDataNoDate: 'The init data has no auth_date.',
  initDataOld: 'The init data is older than 24 hours.',
  initDataFuture: 'The init data is dated in the future.',
  initDataNoUser: 'The init data names no user.',

  proofInvalid: '{{why, message}} Request a new token and sign it with the wallet.',
  proofOtherUser: 'The payload was made for another user.',
  proofPayloadUnknown:
    'The payload isn’t a token of this node, is older than 20 minutes, or was already used.',
  proofPayloadUsed: 'The payload was already used.',
  proofAddress: 'The account’s address isn’t a TON address.',
  proofPublicKey: 'The publicKey isn’t that of the wallet.',
  proofSignature: 'The signature isn’t one of this wallet for this proof.',
  proofDomainLength: 'lengthBytes isn’t the length of the domain.',
  proofDomain:
    'The proof is for another domain. The node’s owner sets the accepted domains: sign_in.domains.',
  proofTimestamp: 'The proof’s timestamp is more than 15 minutes from the node’s clock.',
  proofStateInit: 'The state init isn’t that of the address.',
  proofNeedsStateInit:
    'The node needs the walletStateInit, because it can’t read the wallet’s key from the chain.',
  proofNeedsChain:
    'The node follows no chain, so it can’t read the key of this kind of wallet. Without a chain it reads v3R1 to v5R1.',
  proofNeedsNetwork: 'The proof has no account.chain, which this kind of wallet needs.',
  proofNoWallet: 'There is no wallet at this address yet. Send something from the wallet first.',
  proofNoKey: 'The contract at this address isn’t a wallet with one key.',
  proofMultisig:
    'This wallet belongs to several signers (multisig), so no single signature can prove who uses it. Use a personal wallet.',
  proofFrozen: 'The wallet is frozen because it owes rent. Pay it, or use another wallet.',
  proofSignaturesOff: 'The wallet doesn’t accept signatures. Turn them on in the wallet, or use another one.',
  wrongNetwork:
    'The wallet is on {{theirs, message}}, and this node is on {{ours, message}}. Switch the wallet to {{ours, message}}, then connect it again.',
  practiceOnly:
    'The wallet is on {{theirs, message}}, and this node is in practice mode, which wallet apps can’t reach. Use the practice wallet.',
  mainNetwork: 'the main network',
  testNetwork: 'the test network',
  practiceNetwork: 'the practice network',
  otherNetwork: 'another network',

  bridgeTimeout: 'The wallet’s bridge at {{host}} didn’t answer in time.',
  bridgeStatus: 'The wallet’s bridge at {{host}} answered with status {{status}}.',
  bridgeAnswer: 'The wallet’s bridge at {{host}} didn’t answer as a TON Connect bridge.',
  bridgeFlood: 'The wallet’s bridge at {{host}} sent too much data.',
  bridgeUnreachable: 'The wallet’s bridge at {{host}} couldn’t be reached.',
  connectNoProof: 'The wallet answered without a proof. Try again, or use another wallet.',
  connectOtherPayload: 'The wallet signed something other than the request. Try again.',
  connectEnded: 'The connection was ended in the wallet.',
  connectCrowdedOut: 'The connection was ended because there were too many newer ones. Connect again.',
  connectFailed: 'The wallet couldn’t connect. Try again, or use another wallet.',
  connectDeclined: 'The connection was declined in the wallet.',
  connectManifest:
    'The wallet couldn’t read the manifest at {{url}}. Wallets read it over the internet. Set an address that they can reach: sign_in.manifest_url.',
} as const;
