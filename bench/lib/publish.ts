import { upload } from './raw-upload.ts';
import type { Alcove } from './servers.ts';

/** Stores a content of 16 KiB that lists show; returns its id. */
export async function publishOne({ url, token }: Alcove): Promise<string> {
  const { document } = await upload(`${url}/api/v1/storage`, { size: 16 * 1024, token });
  const id = String(document.content_id);
  const published = await fetch(`${url}/api/v1/content/${id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ published: true }),
  });
  if (!published.ok) throw new Error(`The content could not be published: ${await published.text()}`);
  return id;
}
