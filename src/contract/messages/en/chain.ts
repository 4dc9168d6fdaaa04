/** Chain: services, index, embedded chain, wallets (`features/chain`, `app/chain`), receipts (`features/market`). */
export const chain = {
  addressInvalid: '“{{address}}” isn’t a TON address. Copy it again from the wallet.',
  isNotAddress: 'isn’t a TON address',
  endpointInvalid:
    'chain.endpoint: must be an http(s) URL without a user name. So must those in chain.endpoints.',
  keyInvalid: 'chain.api_key: has characters that no key has. Copy the key again.',
  quorumTooLarge: 'chain.quorum: 2 needs services on 2 different hosts. Add one to chain.endpoints.',
  masterAddressInvalid:
    'chain.master_address: “{{address}}” isn’t a TON address. Copy it again: 48 characters such as EQ…, or 0: and 64 hexadecimal digits.',

  off: 'This node follows no chain, so you can’t register or buy anything. Set chain.network, or try practice mode first.',
  starting: 'The chain is starting. Try again in a moment.',
  retried: '{{why, message}} Alcove tries again automatically.',
  noOwnChain: 'This node has no chain of its own to share.',

  // Chain services.
  unavailable: 'The chain can’t be reached through {{service}}. {{why, message}}',
  embeddedUnavailable: 'The embedded chain can’t be reached. {{why, message}}',
  tooManyWaiting: 'Too many requests are waiting. Try again in a moment.',
  requestLimit: 'The service accepts no more requests at the moment (429).',
  keyRefused: 'The service rejects the key ({{status}}). Check the setting chain.api_key.',
  serviceOffline: 'The service has no connection to the chain.',
  serviceError: 'The service has an internal error (status {{status}}).',
  answerInvalid: 'The answer is invalid.',
  answerInvalidStatus: 'The answer is invalid (status {{status}}).',
  answerTooLong: 'The answer is too long.',
  timeout: 'The service didn’t answer in time.',
  nameNotFound: 'The name of the service wasn’t found.',
  connectionRefused: 'No program answers at this address.',
  connectionLost: 'The connection was interrupted.',
  sendUncertain: 'The chain may or may not have accepted the message.',
  wrongChain:
    '{{service}} belongs to another network than chain.network says, so Alcove doesn’t use it. Correct chain.network or chain.endpoint.',
  refused: 'The chain refused: {{text}}',
  walletAnswerInvalid: 'The chain service gave an invalid answer about the wallet. Try again later.',

  // The index.
  indexFailed:
    'The index of the chain couldn’t be updated. Alcove tries again automatically. The log has the details.',
  indexIncomplete: 'This node hasn’t read the whole chain yet. Try again later.',
  serviceWrong:
    '{{what, message}} Alcove tries again automatically. If this continues, set another service in chain.endpoint.',
  pricesUnreadable:
    'The chain service gave an invalid answer about the fees of the network. Try again later.',
  feesTooHigh:
    'Network fees are higher than this version of Alcove provides for. Nothing was sent. Update Alcove, or try again when fees are lower.',
  servicesDisagree:
    'Two chain services answer differently, so Alcove uses neither answer. Alcove tries again automatically. If this continues, replace one of them in chain.endpoint or chain.endpoints.',
  historyIncomplete: 'The chain service doesn’t have the whole history of the platform.',
  blocksImpossible: 'The chain service reports impossible blocks.',
  transactionsWrong: 'The chain service omits or invents transactions of the platform.',
  transactionsImpossible: 'The chain service reports impossible transactions.',
  serviceBehind:
    'The chain service is behind: at block {{block, number}}, although block {{known, number}} was already known. Alcove tries again automatically.',
  replicaBehind:
    'The index of the chain is behind, because the replica that reads the chain has stopped. Another one takes over within a minute.',
  otherChain:
    'The chain service shows another chain than before. If this continues, Alcove reads the whole chain again.',

  // The embedded chain.
  embeddedNotRunning: 'The embedded chain of this node isn’t running.',
  embeddedEndedEarly: 'The embedded chain stopped before it answered.',
  embeddedEnded: 'The embedded chain has stopped. Restart the node to start it again.',
  embeddedRestarting: 'The embedded chain stopped unexpectedly and is restarting. Try again in a moment.',
  embeddedOutOfReach: 'The embedded chain can’t be reached. Check whether its node is running.',
  portTaken: 'This port is taken. Choose another one with --port.',
  portNotAllowed: 'This port isn’t allowed. Choose one above 1023.',
  faucetAmount: 'The faucet gives more than 0 and at most {{max, ton}}.',
  faucetFailed: 'The embedded chain gave no test money. Try again in a moment.',
  faucetEmbeddedOnly: 'Test money is available on the embedded chain only.',
  walletNotConnected: 'This wallet isn’t connected.',

  // The journal of the embedded chain.
  journalBroken:
    '{{what, message}} Nothing was changed. Restore {{file}} from a backup, or move its folder away. A new, empty chain then begins.',
  journalMissing: 'The journal of the embedded chain, {{file}}, is missing.',
  journalDamaged: 'The journal of the embedded chain, {{file}}, is damaged.',
  journalDamagedIn: 'The journal of the embedded chain, {{file}}, is damaged in block {{block, number}}.',
  journalDamagedAt:
    'The journal of the embedded chain, {{file}}, is damaged in block {{block, number}}, {{offset, number}} bytes from its beginning, and has blocks after it.',
  journalCut:
    'The journal of the embedded chain, {{file}}, had {{known, number}} blocks, and those after block {{block, number}} are damaged or lost. To continue without them, remove {{marker}}.',
  journalUnknown: 'The file {{file}} isn’t a journal of the embedded chain, or its beginning is damaged.',
  journalMalformed:
    'The journal of the embedded chain has a block that Alcove never wrote. Restore another one.',
  journalNewer:
    'A newer version of Alcove wrote {{file}}, the journal of the embedded chain. Start that version, or move the folder of the journal away. A new, empty chain then begins.',
  journalUncertain: 'The last block could neither be written to {{file}} nor removed. Check its disk.',
  journalNotAllowed:
    'The node isn’t allowed to read and write {{path}}, the journal of the embedded chain. Change the permissions of the file.',
  journalReadOnly:
    'The journal of the embedded chain, {{path}}, is on a read-only disk. Make the disk writable.',
  journalDiskFull: 'The disk of {{path}}, the journal of the embedded chain, is full. Free some space.',
  journalDiskFailed:
    'The disk of {{path}}, the journal of the embedded chain, doesn’t work. Check this disk first.',

  // Receipts.
  licenceAddressInvalid: 'Not the address of a licence.',
  receiptNotFound: 'This node has no receipt of this licence.',
  receiptOtherNetwork:
    'The receipt is for the network {{network}}, but this node follows the network {{followed}}.',
  receiptUnknown: 'The chain has no such licence on the platform that this node follows.',
  receiptDiffers: 'The chain has other data about: {{members}}.',
} as const;
