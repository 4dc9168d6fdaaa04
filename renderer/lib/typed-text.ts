/** Fields that a person has typed into, with what they held before. */
const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>();

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'file', 'search', 'button'].includes(target.type));

/**
 * Remembers which fields of the page were typed into.
 * @returns a function that ends it
 */
export function watchTyping(): () => void {
  const remember = ({ target }: Event) => {
    if (!isTextField(target) || typed.has(target)) return;
    for (const field of typed.keys()) if (!field.isConnected) typed.delete(field);
    typed.set(target, target.value);
  };
  // Before the field changes, so that text which was typed and taken back counts as none.
  document.addEventListener('beforeinput', remember, true);
  return () => {
    document.removeEventListener('beforeinput', remember, true);
    typed.clear();
  };
}

/** Whether a field of the page holds text that was typed and is not what it held before. */
export function hasTypedText(): boolean {
  return [...typed].some(([field, before]) => field.isConnected && field.value !== before);
}
