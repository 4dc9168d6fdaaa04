/** Readable reasons why a wallet of this node did not send a message. */
export const outboxNotes = {
  tooLate: 'It waited for its turn for too long, and was not sent. Ask again.',
  tooLittle:
    'The wallet had too little when it came to its turn, and sent nothing. Fill it up, then ask again.',
  notTaken: 'The chain did not take the message in time; nothing was paid. Ask again.',
  otherDevice: 'The wallet was used elsewhere at the same time, and this was not sent. Ask again.',
  sentBack: 'The contract did not take it and sent the money back, less the fees.',
};
