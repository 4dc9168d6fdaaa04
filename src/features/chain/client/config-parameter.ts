import type { Cell } from '@ton/core';
import * as z from 'zod';
import { message } from '../../../core/messages/message.ts';
import { readBag } from '../cells/bag.ts';
import { ServicesDisagree } from '../services-disagree.ts';
import { type JsonRpcService, resultOf } from './endpoint-pool.ts';
import { unavailable } from './unavailable.ts';

const configInfo = z.object({ config: z.object({ bytes: z.string() }) });
/** Limit of cells; prices have one or two. */
const maxCells = 256;

/**
 * Reads a parameter of the chain's configuration.
 * @param second another service that has to agree, if any
 * @throws NodeError `chain_unavailable`
 */
export async function readConfigParameter(
  first: JsonRpcService,
  second: JsonRpcService | undefined,
  number: number,
): Promise<Cell> {
  const found = await parameterOf(first, number);
  if (second && !found.equals(await parameterOf(second, number))) throw new ServicesDisagree();
  return found;
}

async function parameterOf(asked: JsonRpcService, number: number): Promise<Cell> {
  const result = await resultOf(asked, 'getConfigParam', { config_id: number });
  try {
    return readBag(Buffer.from(configInfo.parse(result).config.bytes, 'base64'), maxCells);
  } catch {
    throw unavailable(asked.service, message('chain.answerInvalid'));
  }
}
