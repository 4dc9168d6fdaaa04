/** Peers: handshakes (`features/peers`), connections to other nodes (`platform/net`). */
export const peers = {
  addressInvalid: 'Enter the address of a node, such as https://node.example.org.',
  mustBeAddress: 'must be the address of a node, such as https://node.example.org',
  notFound: 'No peer has this address.',
  keyNotOffered: 'The node doesn’t offer this key now. Check the list again.',
  versionsDiffer:
    'The answering node runs version {{answering}}, the asking node {{asking}}: some functions may not work.',

  // Connections. Each cause has a remedy.
  retried: 'You don’t need to do anything. Alcove tries again automatically.',
  nameNotFound: 'No computer has this name.',
  nameNotFoundRemedy: 'Check the spelling of the address.',
  lookupFailed: 'This computer couldn’t look up the name and may be offline.',
  connectionRemedy: 'Check this computer’s internet connection. Alcove tries again automatically.',
  refused: 'A computer has this address, but no node answers on that port.',
  refusedRemedy: 'Check the port in the address. If it is correct, ask the node’s owner to start the node.',
  timeout: 'The node didn’t answer in time and may be switched off or behind a firewall.',
  timeoutRemedy: 'Alcove tries again automatically. If this continues, ask the node’s owner.',
  tls: 'No secure connection could be made to this address.',
  tlsRemedy: 'Ask the node’s owner to check its certificate.',
  certificateExpired: 'The node’s certificate has expired, so the node can’t be identified.',
  certificateExpiredRemedy:
    'Ask the node’s owner to renew it. If other secure sites fail too, check this computer’s date.',
  certificateNotYetValid: 'The node’s certificate isn’t valid yet.',
  certificateNotYetValidRemedy:
    'Check this computer’s date. If it is correct, the node’s owner should check theirs.',
  certificateOfOtherName: 'The certificate at this address was issued for another name.',
  certificateOfOtherNameRemedy:
    'Check the spelling of the address. If it is correct, ask the node’s owner for the right one.',
  certificateSelfSigned:
    'The node’s certificate was made by its owner, and not by an authority that this computer trusts.',
  certificateSelfSignedRemedy:
    'Ask the node’s owner to install a certificate from a recognised authority for this name.',
  certificateAuthorityUnknown: 'The node’s certificate is from an authority that this computer doesn’t know.',
  certificateAuthorityUnknownRemedy: 'Ask the node’s owner whether the whole certificate chain is installed.',
  notEncrypted: 'The address starts with https://, but the server there answers without encryption.',
  notEncryptedRemedy: 'Check the port, or add the address with http:// if the node’s owner says so.',
  noRoute: 'This computer can’t reach the network of the node’s address.',
  connectionLost: 'The connection to the node was interrupted.',
  connectionLostRemedy:
    'Alcove tries again automatically. If this continues, check whether the address should begin with http:// or https://.',
  unreachable: 'The node couldn’t be reached.',
  addressNotAllowed:
    'Another node listed this address, but the address isn’t on the public internet, so Alcove doesn’t connect to it.',
  addressNotAllowedRemedy:
    'If you know and trust this node, add its address yourself, or allow local addresses in Settings.',
  addressShared: 'Many nodes are listed at this address. Alcove contacts them one after another.',
  serverError: 'The server at this address answered with error {{status}}. The node behind it may be down.',
  redirected: 'This address redirects to another one. Alcove doesn’t follow redirects to nodes.',
  redirectedRemedy: 'Enter the node’s own address.',
  rateLimited: 'The node received too many requests and asked for a pause.',
  pauseRequested:
    'The node received too many requests and asked for a pause of {{pause, duration}}, until {{until, time}}.',
  answerTooLarge: 'The node’s answer is too large and wasn’t used.',
  tooSlow: 'The node sent data too slowly, so Alcove stopped the transfer.',
  sentTooMuch: 'The node sent more data than allowed, so Alcove stopped the transfer.',
  compressed: 'The node sent compressed data, which isn’t allowed.',

  // Identity and versions of other nodes.
  notANode: 'Something answers at this address, but it isn’t a compatible node.',
  notANodeRemedy: 'Check the port, and whether the address should begin with http:// or https://.',
  clockOff: 'This computer’s clock and the node’s clock differ too much.',
  clockOffRemedy: 'Set this computer’s date and time, if possible automatically.',
  clockBehind: 'This computer’s clock is {{difference, duration}} behind the node’s.',
  clockAhead: 'This computer’s clock is {{difference, duration}} ahead of the node’s.',
  clockDifferenceRemedy:
    'Check this computer’s date, time and time zone. If they are correct, the node’s owner should check theirs.',
  invalidAnswer: 'The node’s answer couldn’t be verified and wasn’t used.',
  invalidAnswerRemedy: 'Tell the node’s owner, or remove the node from your peers.',
  keyChanged:
    'The node answers with another key than before. The owner may have reinstalled it, or another node may answer instead.',
  keyChangedRemedy: 'Ask its owner whether the key was changed. Accept the new key only if it was.',
  versionUnsupported: 'The node runs a version that is incompatible with yours.',
  versionUnsupportedRemedy: 'Install the newest version of Alcove.',
  versionIncompatible:
    'The node runs version {{other}}, which is incompatible with version {{own}} on this computer.',
  updateThisNode: 'Install the newest version of Alcove on this computer.',
  updateOtherNode: 'Ask the node’s owner to install the newest version of Alcove.',
  self: 'This address is your own node’s.',
  selfRemedy: 'Remove it from your peers.',
  privateNode: 'This node is private. You can only add public nodes as peers.',
  privateNodeRemedy: 'Add the address of a public node instead.',
  otherAddress: 'The node reports the address {{host}}.',
  noAddress: 'The node reports no address.',
  otherAddressRemedy: 'If you expected this node, add it by its own address.',

  // Handshakes that another node refused.
  rejected: 'The node refused the handshake.',
  rejectedRemedy: 'Install the newest version of Alcove. If that doesn’t help, ask the node’s owner.',
  rejectedFor: 'The node refused the handshake ({{code}}).',
  publicHostRefused: 'The node doesn’t accept the public address of your node.',
  publicHostRefusedRemedy: 'Set node.public_host to a bare address such as https://node.example.org.',
  requestRefused: 'The node couldn’t read your node’s request. The versions may differ too much.',
  requestRefusedRemedy: 'Install the newest version of Alcove, and ask the node’s owner to do the same.',
  signatureRefused:
    'The node received something other than what your node signed. A device on the way may have changed it.',
  signatureRefusedRemedy:
    'Check whether a proxy or security software sits between this computer and the internet.',
  repeatedHandshake: 'The node received the same handshake twice. A device on the way may repeat requests.',
  busy: 'The node is overloaded. Alcove tries again later.',
  shuttingDown: 'The node is shutting down.',
  internalError: 'The node has a problem.',
  internalErrorRemedy: 'If this continues, tell the node’s owner.',
  internalErrorOrBusy: 'The node has a problem or is busy.',

  // Answers of this node to an invalid handshake.
  handshakeInvalid: 'The handshake isn’t valid: {{path}} {{problem}}.',
  mustBeVersion: 'must be a semantic version such as 1.2.3',
  mustBeNonce: 'must have 8 to 128 characters',
  mustBeKey: 'must be 32 bytes in base58',
  timestampStale: 'The timestamp is more than 300 s from this node’s clock.',
  ownKey: 'The request has this node’s own key.',
  signatureInvalid: 'The signature doesn’t match the request and its public_key.',
  publicHostMissing: 'A public node must send its public_host.',
  publicHostInvalid: 'The public_host must be a bare http(s) origin such as https://node.example.org.',
  nonceUsed: 'This nonce was already used by this key in the last 600 s.',
  noncesFull: 'The list of used nonces is full.',
} as const;
