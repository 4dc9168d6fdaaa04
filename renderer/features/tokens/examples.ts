import type { Scope } from '../../../src/contract/scopes.ts';

export type ExampleLanguage = 'curl' | 'typescript' | 'python';

export interface Example {
  /** Also the name of its file. */
  id: 'upload' | 'fetch' | 'list' | 'status';
  /** The scope that it needs; null if it needs no token. */
  scope: Scope | null;
  code: Record<ExampleLanguage, string>;
}

interface ExampleOptions {
  /** Base URL of the node API. */
  nodeUrl: string;
  /** Inserted if it is known; otherwise the examples read the variable `ALCOVE_TOKEN`. */
  token: string | null;
}

/** The content that the first example stores, whose id the second example needs. */
const fileText = 'Hello from a bot';
const fileId = 'bafkreidk2zh5bsxeyvvvaxhb4eyqxzgwjz5ewu3stt33nmak2ir2zg42ty';

/** The parts that depend on the node and the token. */
interface Parts {
  url(path: string): string;
  shellToken: string;
  scriptToken: string;
  pythonToken: string;
  pythonImports(...modules: string[]): string;
}

const uploadExample = ({ url, shellToken, scriptToken, pythonToken, pythonImports }: Parts): Example => ({
  id: 'upload',
  scope: 'storage:write',
  code: {
    curl: `${shellToken}echo '${fileText}' > hello.txt
curl --fail-with-body \\
  -H "Authorization: Bearer $ALCOVE_TOKEN" \\
  -F 'file=@hello.txt' \\
  '${url('/api/v1/storage')}'
`,
    typescript: `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

${scriptToken}
await writeFile('hello.txt', '${fileText}\\n');
const form = new FormData();
form.set('file', await openAsBlob('hello.txt'), 'hello.txt');

const response = await fetch('${url('/api/v1/storage')}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${token}\` },
  body: form,
});
if (!response.ok) throw new Error(await response.text());
const { content_id, content_url } = await response.json();
console.log(content_id, content_url);
`,
    python: `${pythonImports('base64', 'json', 'pathlib')}

${pythonToken}
file = pathlib.Path("hello.txt")
file.write_text("${fileText}\\n", newline="\\n")

request = urllib.request.Request(
    "${url('/api/v1/storage')}",
    data=file.read_bytes(),
    headers={
        "Authorization": f"Bearer {token}",
        "Content-Type": "text/plain",
        "X-File-Name": base64.b64encode(file.name.encode()).decode(),
    },
)
with urllib.request.urlopen(request) as response:
    stored = json.load(response)
print(stored["content_id"], stored["content_url"])
`,
  },
});

const fetchExample = ({ url }: Parts): Example => ({
  id: 'fetch',
  scope: null,
  code: {
    curl: `curl --fail-with-body -o copy.txt \\
  '${url(`/api/v1/storage/${fileId}`)}'
cat copy.txt
`,
    typescript: `import { readFile, writeFile } from 'node:fs/promises';

const id = '${fileId}';
const response = await fetch(\`${url('/api/v1/storage')}/\${id}\`);
if (!response.ok || !response.body) throw new Error(await response.text());
await writeFile('copy.txt', response.body);
console.log(await readFile('copy.txt', 'utf8'));
`,
    python: `import pathlib
import shutil
import urllib.request

id = "${fileId}"
with urllib.request.urlopen(f"${url('/api/v1/storage')}/{id}") as response:
    with open("copy.txt", "wb") as file:
        shutil.copyfileobj(response, file)
print(pathlib.Path("copy.txt").read_text())
`,
  },
});

const listExample = ({ url, shellToken, scriptToken, pythonToken, pythonImports }: Parts): Example => ({
  id: 'list',
  scope: 'content:read',
  code: {
    curl: `${shellToken}curl --fail-with-body \\
  -H "Authorization: Bearer $ALCOVE_TOKEN" \\
  '${url('/api/v1/content.list?limit=20')}'
`,
    typescript: `${scriptToken}
const response = await fetch('${url('/api/v1/content.list?limit=20')}', {
  headers: { Authorization: \`Bearer \${token}\` },
});
if (!response.ok) throw new Error(await response.text());
const { items, total } = await response.json();
for (const item of items) console.log(item.content_id, item.size, item.title);
console.log(\`\${items.length} of \${total}\`);
`,
    python: `${pythonImports('json')}

${pythonToken}
request = urllib.request.Request(
    "${url('/api/v1/content.list?limit=20')}",
    headers={"Authorization": f"Bearer {token}"},
)
with urllib.request.urlopen(request) as response:
    page = json.load(response)
for item in page["items"]:
    print(item["content_id"], item["size"], item["title"])
print(len(page["items"]), "of", page["total"])
`,
  },
});

const statusExample = ({ url, shellToken, scriptToken, pythonToken, pythonImports }: Parts): Example => ({
  id: 'status',
  scope: 'status:write',
  code: {
    curl: `${shellToken}curl --fail-with-body \\
  -H "Authorization: Bearer $ALCOVE_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"service": "my-bot", "status": "ok"}' \\
  '${url('/api/system.sendStatus')}'
`,
    typescript: `${scriptToken}
const response = await fetch('${url('/api/system.sendStatus')}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ service: 'my-bot', status: 'ok' }),
});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());
`,
    python: `${pythonImports('json')}

${pythonToken}
request = urllib.request.Request(
    "${url('/api/system.sendStatus')}",
    data=json.dumps({"service": "my-bot", "status": "ok"}).encode(),
    headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))
`,
  },
});

/** Returns complete programs for the node at `nodeUrl`. */
export function examples({ nodeUrl, token }: ExampleOptions): Example[] {
  const url = (path: string) => `${nodeUrl}${path}`;
  const shellToken = token === null ? '' : `ALCOVE_TOKEN='${token}'\n`;
  const scriptToken = `const token = ${token === null ? 'process.env.ALCOVE_TOKEN' : JSON.stringify(token)};`;
  const pythonToken = `token = ${token === null ? 'os.environ["ALCOVE_TOKEN"]' : JSON.stringify(token)}`;
  const pythonImports = (...modules: string[]) =>
    [...modules, ...(token === null ? ['os'] : []), 'urllib.request']
      .sort()
      .map((module) => `import ${module}`)
      .join('\n');

  const parts = { url, shellToken, scriptToken, pythonToken, pythonImports };
  return [uploadExample(parts), fetchExample(parts), listExample(parts), statusExample(parts)];
}
