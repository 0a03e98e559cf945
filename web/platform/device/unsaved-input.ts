type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const touched = new WeakSet<EventTarget>()
const kinds = new Set(['hidden', 'submit', 'button', 'reset', 'search'])

/** Records which fields a person changed: controlled React fields look unchanged. */
export function watchInput(): () => void {
  const logEvent = ({ target, isTrusted }: Event) => void (isTrusted && target && touched.add(target))
  addEventListener('input', logEvent, { capture: true, passive: true })
  return () => removeEventListener('input', logEvent, { capture: true })
}

/** True if a form on this page or in an open dialog has input that a reload would lose. */
export function hasUnsavedInput(root: ParentNode = document): boolean {
  return [...root.querySelectorAll<Field>('input, textarea, select')].some((field) => isVisible(field) && isChanged(field))
}

const isVisible = (field: Field) => !kinds.has(field.type) && !field.disabled && (field.checkVisibility?.() ?? true)

function isChanged(field: Field): boolean {
  if ('checked' in field && /^(checkbox|radio)$/.test(field.type)) return field.form !== null && field.checked !== field.defaultChecked
  if ('options' in field)
    return field.form !== null && [...field.options].some((one) => one.selected !== one.defaultSelected && touched.has(field))
  return field.value.trim() !== '' && (field.value !== field.defaultValue || touched.has(field))
}
