/** Limit of bytes; a larger picture would delay the message that contains it. */
const maxBytes = 512 * 1024;

/** Returns a picture as a data URL, which the frame shows without a request; null if it is unsuitable. */
export async function artworkOf(url: string | null): Promise<string | null> {
  if (url === null) return null;
  try {
    const response = await fetch(url, { referrerPolicy: 'origin' });
    const picture = await response.blob();
    if (!response.ok || picture.size > maxBytes || !picture.type.startsWith('image/')) return null;
    return await dataUrlOf(picture);
  } catch {
    return null;
  }
}

const dataUrlOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(picture);
  });
