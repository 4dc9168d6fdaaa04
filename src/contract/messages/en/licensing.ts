/** Licences: keys, encryption for sale, access (`features/licensing`), delivery of purchases (`features/purchases`). */
export const licensing = {
  // Access to sold files.
  linkInvalid: 'This access link is invalid or has expired. Request the file again to get another link.',
  licenceNeeded: 'You need a licence to open this file. Buy one, then try again.',
  saleUnderWay: 'This file isn’t for sale yet. You can buy it once its seller has registered it.',
  licenceUnconfirmed: 'The chain couldn’t confirm that this licence is still yours. Try again later.',
  licenceUnconfirmedSince:
    'Since {{since, time}} the chain couldn’t confirm that this licence is still yours. Try again later.',
  soldNotListed:
    'This file is for sale. Its encrypted file appears in lists once it is registered on the chain.',

  // Content keys.
  keyOfOtherSecret:
    'The key of this file was encrypted with another node secret. Restore this node’s recovery file.',
  keyNotHere: 'The key of this file isn’t on this node.',
  keyOnOtherNode: 'This node doesn’t have the key of this file. Ask another node.',
  notTheSeller: 'Only the wallet that owns this file on the chain may deposit its key.',
  keyNotOnChain: 'The chain names another key for this file.',
  notOnChain: 'This node doesn’t see such a file on the chain.',
  notEncrypted: 'This file isn’t encrypted and opens without a key.',
  keyWrong: 'The key doesn’t open this file.',
  keyInvalid: 'Not a key of age (AGE-SECRET-KEY-1…).',
  recipientInvalid: 'query.recipient isn’t a recipient of age.',
  isNoRecipient: 'isn’t a recipient of age',

  // Encryption for sale.
  encryptedForSale: 'This file is being encrypted for sale.',
  encrypting: 'The file is being encrypted. Try again in a few seconds.',
  encryptionStopped: 'The encryption was stopped. Try again to start over.',
  encryptionFailed: 'The file couldn’t be encrypted. The node’s log has the reason.',
  encryptionInterrupted:
    'The encryption was interrupted. Sell the file again to continue, or make it public again.',
  encryptionWrong: 'The encrypted file doesn’t decrypt to the same bytes. Try again.',
  encryptedDamaged: 'The encrypted file doesn’t open with its key, because its bytes were changed.',
  removedMeanwhile: 'The file was removed during the encryption.',
  othersFile: 'Others added the same file on this node before you, so you can’t sell it here.',
  copiedFile: 'This file came from another node, where others have it already, so you can’t sell it here.',
  notInPreparation: 'This file isn’t being prepared for sale.',
  onItsWay: 'The file is being registered on the chain. Wait until the transaction is confirmed or expires.',

  // Collections that are sold as one.
  nestedCollection:
    'A collection that contains other collections can’t be sold as one. Sell those one by one.',
  emptyCollection: 'This collection contains no files. Add some, then sell it.',
  collectionTooLong: 'A collection of more than {{most, number}} files can’t be sold as one. Divide it.',
  collectionNeedsWallet: 'Connect the wallet that sells the collection, then try again.',
  partRefused: '“{{title}}”: {{why, message}}',
  partOfOtherWallet: 'This file was encrypted for another wallet. Sell with that wallet, or remove the file.',
  partInSale: 'This file belongs to a collection that is being sold. Stop that sale first.',
  soldCollectionInvalid: 'The list of this collection is invalid. Only its seller can explain this.',
  partNotTheirs: 'This file was sold by somebody else. Its licence isn’t included.',
  partKeyWrong: 'The collection has a wrong key for this file. Only its seller can explain this.',

  // Delivery of purchases.
  deliveryBlocked:
    'You have blocked this file on your node. Unblock it in Settings under Privacy, then try again.',
  deliveryPaused: 'Alcove downloads the file when the pause ends, or when you choose “Try now”.',
  otherWalletSignedIn: 'Another wallet signed. Sign in with the wallet that has the licence.',
  noSignInThere: 'This node can’t get the key there by a sign-in now.',
  registeredKeyWrong:
    'The file that is registered on the chain doesn’t open with the key that is registered there. Only the author can explain this.',
  noSource: 'No known node has this file now. Add the public node of its author on the Peers page.',
  sourceFailed: '{{host}}: {{why, message}}',
  keyNotDeposited: 'This node has the file, but not its key. The author must deposit the key there.',
  keyNotGiven: 'The key isn’t here yet. This node may need a minute to see the purchase on the chain.',
  licenceNotSeen: 'This node doesn’t see the licence on the chain yet.',
  answerNotUsed: 'The node’s answer wasn’t used. Alcove asks other nodes.',
  givenKeyWrong: 'The node sent a key that doesn’t open this file.',
  givenKeyUnreadable: 'The key that the node sent can’t be decrypted.',
  receiptMissing: 'The node sent no receipt.',
  receiptUnsigned: 'The node’s receipt isn’t signed with its own key.',
  receiptOfOther: 'The node’s receipt doesn’t match the chain.',
} as const;
