import { upload } from '../lib/raw-upload.ts';

/** Uploads one file after the other until the process is ended. Arguments: URL, token. */
const [url = '', token = ''] = process.argv.slice(2);
process.stdout.write('{}\n');
for (;;) await upload(url, { size: 256 * 1024 * 1024, token });
