type Field = HTMLInputElement | HTMLTextAreaElement;

/** The value of a field before and after editing; `before` is undefined once the page has cleared the field. */
interface Edit {
  before: string | undefined;
  last: string;
}

const edits = new Map<Field, Edit>();
/** Checkboxes that the user ticked in a form or dialog. */
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
  // A field for several values empties itself when it accepts one.
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

/** Records which fields of the page were edited. @returns a function that stops recording */
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

/** Returns whether a field of the page differs from its initial value. */
export function hasTypedText(): boolean {
  for (const field of ticked) if (!field.isConnected) ticked.delete(field);
  return (
    ticked.size > 0 || [...edits].some(([field, { before, last }]) => field.isConnected && last !== before)
  );
}
