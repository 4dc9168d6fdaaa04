import { readFileSync } from 'node:fs';
import { parseIntoClientConfig } from 'pg-connection-string';
import * as z from 'zod';
import { message } from '../../core/messages/message.ts';
import { SettingsError } from '../../core/settings.ts';

const secretBytes = 32;

/**
 * The file of `node.cluster_file`, the same for all replicas of a node. It holds secrets, so it is apart from the
 * settings, which many can see.
 */
const clusterFile = z.strictObject({
  database_url: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .refine((url) => passwordIn(url) === '', 'must contain no password, which belongs in database_password'),
  database_password: z.string().min(1).max(1024),
  node_secret: z
    .string()
    .refine((text) => secretOf(text).length === secretBytes, `must be ${secretBytes} bytes in Base64`),
});

export interface ClusterFile {
  databaseUrl: string;
  databasePassword: string;
  nodeSecret: Buffer;
}

/** Reads the description of a cluster. @throws SettingsError, without anything from the file */
export function loadCluster(path: string): ClusterFile {
  const refuse = (problem: string) =>
    new SettingsError(message('startup.clusterFileInvalid', { path, problem }));
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The message of a syntax error quotes the file.
    throw refuse(error instanceof SyntaxError ? 'it is not valid JSON' : String((error as Error).message));
  }
  const result = clusterFile.safeParse(value);
  if (!result.success) {
    const problems = result.error.issues.map(({ path: at, message: text }) => `${at.join('.')}: ${text}`);
    throw refuse(problems.join('; '));
  }
  const { database_url: databaseUrl, database_password: databasePassword, node_secret } = result.data;
  return { databaseUrl, databasePassword, nodeSecret: secretOf(node_secret) };
}

const secretOf = (text: string): Buffer => Buffer.from(text.trim(), 'base64');

/** Returns the password of a URL, which is empty where there is none; undefined for what is no URL. */
function passwordIn(url: string): string | undefined {
  try {
    return String(parseIntoClientConfig(url).password ?? '');
  } catch {
    return undefined;
  }
}
