/** Transactions that the node places on the chain (`features/orders`), and the Store (`features/market`). */
export const orders = {
  // States of a transaction.
  confirmInWallet: 'Confirm the transaction in your wallet.',
  givenOut: 'The transaction can be confirmed in a wallet until {{until, time}}.',
  queued: 'The transaction is waiting for its turn in the wallet.',
  sent: 'The wallet has sent the transaction. The chain will show it soon.',
  signed: 'Your wallet reports that it has sent the transaction. The chain will show it soon.',
  declined: 'The transaction was declined in the wallet. If you still want it, try again.',
  wrongNetwork: 'Your wallet is on another network. Switch the network in the wallet, then try again.',
  undelivered: 'Your wallet couldn’t be reached. Open it, then try again.',
  unanswered:
    'The wallet hasn’t answered and can still send the transaction until {{until, time}}. The chain will show it then.',
  timeOver: 'The time for this transaction is over. The chain will soon show whether it took place.',
  onChain: 'The transaction is on the chain. Alcove is waiting to read it there.',
  chainReplaced: 'The chain was replaced. Alcove checks whether the new chain has this transaction.',

  // Why a transaction ended.
  waitedTooLong: 'The transaction waited too long for its turn and wasn’t sent. Try again.',
  balanceTooLow:
    'The balance of the wallet was too low when the transaction was due, so nothing was sent. Add money to the wallet, then try again.',
  notAccepted: 'The chain didn’t accept the transaction in time. You weren’t charged. Try again.',
  walletUsedElsewhere:
    'The wallet was used elsewhere at the same time, so this transaction wasn’t sent. Try again.',
  sentBack: 'The contract rejected the transaction and returned the money, less the network fees.',
  goneWithChain: 'The chain of this transaction was replaced by another one, which doesn’t have it.',

  // Why a transaction is not placed.
  earlierDelivered:
    'The same transaction, requested at {{at, time}}, was already sent. Wait until the chain confirms it.',
  earlierUnknown:
    'Alcove can’t tell yet whether the same transaction was paid before. Nothing was sent now. Try again later.',
  openWithOtherTerms:
    'The same transaction was requested with other terms and can still take place until {{until, time}}. Confirm it, or wait until then.',
  expiredUnconfirmed:
    'The same transaction was requested before, and its time is over. The chain will soon show whether it took place. Try again then.',
  tooManyOpen:
    'Too many of your transactions are still open. Confirm them in your wallet, or try again at {{until, time}}.',
  dailyLimit: 'This exceeds the daily limit of this node, of which {{left, ton}} is left. Try again later.',
  balanceInsufficient:
    'The wallet has {{balance, ton}}, but this needs {{needed, ton}}, including network fees. Add money to the wallet first.',
  balancePromised:
    'The wallet has {{balance, ton}}, of which {{promised, ton}} is reserved for earlier transactions, but this needs {{needed, ton}}, including network fees. Add money to the wallet first.',
  noWallet: 'No wallet is connected. Connect one, or choose another wallet.',
  sendInWallet: 'To send from a connected wallet, use the app of the wallet.',
  noPracticeWallet: 'The practice wallet is available on the embedded chain only.',
  ownerNeeded:
    'This node pays for the registration and needs to know the owner of the file. Connect your wallet first.',
  tokenNeeded: 'Only API tokens can pay from the fee wallet.',

  // Files and licences.
  fileUnknown: 'The chain has no file at this address. Check the address.',
  fileNotYours: 'This file belongs to another wallet. Choose the wallet that owns it.',
  fileBlocked: 'This file is blocked on this node.',
  alreadyRegistered: 'This file is already on the chain, as “{{title}}”.',
  registeredByOthers:
    'Somebody else registered this file before, as “{{title}}”. You can register it too, but Stores show only the first registration of a free file.',
  otherRegistrant:
    'This file names another wallet that registers it, so other nodes would ignore your registration. Choose that wallet.',
  withdrawn: 'The author has withdrawn this file from sale.',
  priceChanged: 'The price has just changed. Check it before you buy.',
  alreadyOwner: 'This file is yours, so you need no licence.',
  alreadyLicensedUnproven:
    'This wallet already has a licence for this file. Sign in with a proof of the wallet to open it.',
  alreadyLicensed: 'This wallet already has a licence for this file.',
  notSoldResellable: 'The author sells no resellable licences for this file.',
  licenceUnknown: 'The chain has no licence at this address. Check the address.',
  licenceNotYours: 'This licence belongs to another wallet. Choose the wallet that owns it.',
  licenceBound: 'This licence is bound to its wallet and can’t be sold or given away.',
  licenceNotOffered: 'This licence isn’t for sale, or it is already yours.',
  licencePriceRaised: 'The owner now asks {{price, ton}} for this licence. Check the price before you buy.',
  licenceNotHeld: 'No wallet of this node has this licence.',
  licenceOrdered: 'This licence was bought on this node, so you can’t decline it.',

  // Invalid input.
  isTestAddress: 'is an address of the test network',
  mustBeBasechain: 'must be an address of the basechain (workchain 0)',
  mustBePositive: 'must be more than 0',
  mustBeWhole: 'must be a whole number of nanograms',
  mustBePrice: 'must be 0, or from {{min, number}} nanograms ({{minTon, ton}}) to 9 billion GRAM',
  hasTooManyShares: 'can have at most {{max, number}} recipients',
  sharesTooMuch: 'can add up to at most {{all, number}}, which is the whole price',
  isEncrypted: 'is an encrypted file. Register its original file.',
  isNotStored: 'isn’t stored on this node. Add it first.',
  mustNotBeEncrypted: 'must be another file, because this one is encrypted',
  mustNotBeSold: 'must be another file, because this one is for sale',
  isTooLong: 'is too long for the chain. Shorten it.',

  // The platform of the node.
  feesUnknown: 'The chain service didn’t tell the network fees. Nothing was sent. Try again later.',
  chainNotReached: 'This node hasn’t reached the chain yet. Try again in a moment.',
  platformNotThere: 'The chain has no platform at the address in chain.master_address.',
  platformUnknown:
    'This version of Alcove doesn’t know the contract at the address of the platform, so it sends nothing there. Update Alcove, or use another platform.',
  platformOfHostNotThere: 'The chain has no platform at the address that {{host}} announced.',
  platformRefused: 'The chain didn’t accept the platform of this node. Restart the node to try again.',
  platformNeedsMoney:
    'To set up its Store, this node needs {{needed, ton}}. Send this amount to {{address}}.',
  successorVerified:
    'The owner of this Store named a newer one, {{address}}. Your node verified it, registers files there, and shows, buys and resells in both.',
  successorUnknown:
    'The owner of this Store named a newer one, {{address}}. This version of Alcove doesn’t know its contract. Update Alcove to use it.',
  successorMissing:
    'The owner of this Store named a newer one, {{address}}, but nothing is there. Alcove keeps using this Store.',
  successorOfOthers:
    'This Store names a newer one, {{address}}, which belongs to someone else. Alcove keeps using this Store.',
  successorLoop:
    'This Store names a newer one, but the way leads in circles or doesn’t end, at {{address}}. Alcove keeps using this Store.',
  platformStarting: 'This node is setting up its Store on the chain.',
  platformNotOrdered:
    'Files are registered and sold in a Store on the chain, and this node has none yet. See the price and set it up under Buying and selling on the Wallet page, or with “alcove chain deploy-platform”.',
  platformOfOthers: 'This node uses a Store that exists already, so it doesn’t set up its own.',
  platformUpToDate: 'The Store of this node is on the chain and up to date.',
  platformTextsTooLong:
    'The name, description and image address of the Store are too long for the chain. Shorten operator.description.',
} as const;
