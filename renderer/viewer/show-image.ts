import type { ShownContent, ShowOptions } from './view.ts';

/** Shows an image at the size of the frame or at its own size; a click or Enter switches. */
export function showImage({ root, url, name, texts, onShown, onFailed }: ShowOptions): ShownContent {
  const picture = new Image();
  picture.alt = name;
  picture.decoding = 'async';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture';
  button.ariaPressed = 'false';
  button.ariaLabel = texts.ownSize;
  button.append(picture);
  button.addEventListener('click', () => {
    button.ariaPressed = String(button.ariaPressed !== 'true');
  });
  picture.addEventListener('load', () => onShown());
  picture.addEventListener('error', () => onFailed('unreadable'));
  picture.src = url;
  root.append(button);
  return { relink: () => {} };
}
