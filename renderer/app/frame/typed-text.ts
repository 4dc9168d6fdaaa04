type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a field held before it was edited, and after the last edit; `before` is undefined once the page took the text. */
interface Edit {
  before: string | undefined;
  last: string;
}

const edits = new Map<Field, Edit>();
/** Boxes that were ticked in a form or dialog. */
const ticked = new Set<Field>();

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

const isText = ({ type }: Field): boolean =>
  !['checkbox', 'radio', 'file', 'search', 'button'].includes(type);

function beforeEdit({ target }: Event): void {
  if (!isField(target) || !isText(target)) return;
  for (const field of edits.keys()) if (!field.isConnected) edits.delete(field);
  const edit = edits.get(target);
  if (!edit) edits.set(target, { before: target.value, last: target.value });
  // A field of several words is emptied when it takes one.
  else if (target.value !== edit.last) edit.before = undefined;
}

function afterEdit({ target }: Event): void {
  if (!isField(target)) return;
  const edit = edits.get(target);
  if (edit) edit.last = target.value;
  else if (['checkbox', 'radio'].includes(target.type) && target.closest('form, [role="dialog"]')) {
    ticked.add(target);
  }
}

/**
 * Remembers which fields of the page were edited.
 * @returns a function that ends it
 */
export function watchTyping(): () => void {
  document.addEventListener('beforeinput', beforeEdit, true);
  document.addEventListener('input', afterEdit, true);
  return () => {
    document.removeEventListener('beforeinput', beforeEdit, true);
    document.removeEventListener('input', afterEdit, true);
    edits.clear();
    ticked.clear();
  };
}

/** Whether a field of the page was edited and does not hold again what it held before. */
export function hasTypedText(): boolean {
  for (const field of ticked) if (!field.isConnected) ticked.delete(field);
  return (
    ticked.size > 0 || [...edits].some(([field, { before, last }]) => field.isConnected && last !== before)
  );
}
