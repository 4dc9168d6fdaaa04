import { createHmac } from 'node:crypto';

/** Returns init data as Telegram sends it to a web app of the bot with this token. */
export function telegramInitData(
  botToken: string,
  user: { id: number; first_name: string; username?: string },
  authDate = Math.floor(Date.now() / 1000),
): string {
  const fields = {
    auth_date: String(authDate),
    query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
    user: JSON.stringify(user),
  };
  const checkString = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
  const hash = createHmac('sha256', key).update(checkString).digest('hex');
  return new URLSearchParams({ ...fields, hash }).toString();
}
