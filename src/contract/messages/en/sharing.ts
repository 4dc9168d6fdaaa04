/** Sharing: transfers to public nodes, removal there (`features/sharing`), sign-in there (`features/public-nodes`). */
export const sharing = {
  quoted: '{{what, message}} The node’s message: “{{text}}”',
  unexpected: 'Error on this node. Its log has the details.',
  refused: 'The node refused.',

  // Why a file cannot be shared.
  notSignedIn: 'Sign in on this node first.',
  notSignedInThere: 'You aren’t signed in on that node.',
  stillWithdrawing:
    'The file is still being removed from that node, where another account of yours shared it. Share it when that is done.',
  encrypting: 'This file is being encrypted for sale. Share it when that is done.',
  sold: 'This file is for sale, so only its encrypted file can be shared. Share that one instead: {{encrypted}}.',
  hostNotUsable: 'This node can’t be used now. Add it on the Peers page, or see there what is wrong.',
  notAmongPeers: 'This node isn’t among the peers that can be used now.',
  notAmongPeersRemedy: 'Add it again on the Peers page, or see there what is wrong.',
  notShared: 'This file isn’t shared on that node.',
  fileRemoved: 'The file is no longer on this node.',
  signedOutBefore: 'You signed out on that node before the file was sent. Sign in and share the file again.',
  goneBeforeShared:
    'The file was deleted here before it was shared, so buyers can’t get it. Restore or add it, then share it.',
  goneNotice:
    '“{{name}}” was deleted here before it was shared on {{host}}, so buyers can’t get it. Restore or add it, then share it.',

  // Sign-in on another node.
  signInToShare: 'Not shared yet. Sign in to {{host}} to share the file with buyers.',
  signInNotice: '“{{name}}” is for sale, but not shared yet. Sign in to {{host}}, so that buyers get it.',
  tokenUnknown: 'The node doesn’t know this token. Copy it again, or ask the node’s operator for a new one.',
  tokenMayNotStore:
    'This token may not add files. Ask the node’s operator for one with the scope storage:write.',
  tokenRejected:
    'The node no longer accepts the token, or you signed out there. Sign in with a token of that node again.',
  sessionRejected: 'The node doesn’t accept the session that it opened.',
  sessionRejectedLater: 'The node doesn’t accept the session that it opened. Sign in again later.',
  waitsForPractice: 'Sharing continues when practice mode is on.',
  walletNotAllowed:
    'Your node may not sign in there. Ask that node’s operator to allow its wallet {{wallet}}, or for an API token with the scope storage:write.',
  walletAppSignIn: 'Sign in at {{host}} with your wallet to get the key.',
  signInRefused: 'The node doesn’t let your node sign in.',

  // What another node did with a file.
  insufficientStorage: 'The node has no space for the file.',
  tooLarge: 'The file is too large for the host.',
  fileRefused: 'The host’s operator doesn’t accept this file.',
  retriedLater: 'The node can’t do this now. Alcove tries again automatically.',
  cannotSend: 'Your node can’t send the file. {{why, message}}',
  mayStillStore:
    'The node received the whole file and may still be storing it. For a few minutes Alcove asks the node again to remove it.',
  noProgressStated: 'The node doesn’t say how much of the upload it has.',
  progressImpossible: 'The host reported an impossible upload progress. Stop using this host.',
  answerInvalid: 'The node’s answer is invalid and wasn’t used.',
  otherFileStored: 'The host stored another file than the one sent. Stop using this host.',
  goneThere:
    'The node no longer has the file, so its link no longer works. To restore the link, share the file again.',
  describedByOther:
    'Another user added the same file there first, so only they can edit its details. The link works.',
  notListedThere: 'The host doesn’t list the file. Anyone with the link can open it.',
  detailsUnchanged: 'The file’s details on that node couldn’t be changed. {{why, message}}',

  // Keys of encrypted files.
  keyRefused: 'The node didn’t accept the key.',
  keyFollows: 'The key is sent as soon as the file is on the chain.',
  keyStays: 'The key stays on your node, because the file is registered on the chain with another key.',
} as const;
