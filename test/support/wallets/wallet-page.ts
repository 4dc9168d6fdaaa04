/** Uses the page of the practice wallet app as a browser does, without one. */
export function walletPageOf(pageUrl: string) {
  const { origin } = new URL(pageUrl);
  const read = async (): Promise<string> => (await fetch(pageUrl)).text();
  const response = async (
    choice: 'confirm' | 'reject',
    headers: Record<string, string> = { Origin: origin },
  ) => {
    const id = /name="id" value="([^"]+)"/.exec(await read())?.[1];
    if (id === undefined) throw new Error('The page asks nothing.');
    const body = new URLSearchParams({ id, answer: choice });
    return fetch(`${pageUrl}answer`, { method: 'POST', body, headers, redirect: 'manual' });
  };
  return { origin, read, answer: response, open: (link: string) => fetch(link) };
}
