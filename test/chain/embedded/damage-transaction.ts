/** Returns a journal with one wrong bit, in its first transaction or state. */
export function damageTransaction(journal: Buffer): Buffer {
  const damaged = Buffer.from(journal);
  const at = damaged.indexOf(Buffer.from('b5ee9c72', 'hex')) + 20;
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
  return damaged;
}
