type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const touched = new WeakSet<EventTarget>()
const kinds = new Set(['hidden', 'submit', 'button', 'reset', 'search'])

/** Fields that React fills itself look unchanged: what a person did to them is remembered. */
export function watchTyping(): () => void {
  const note = ({ target, isTrusted }: Event) => void (isTrusted && target && touched.add(target))
  addEventListener('input', note, { capture: true, passive: true })
  return () => removeEventListener('input', note, { capture: true })
}

/** Whether a form on this page, or in an open dialog, holds words that a reload would lose. */
export function hasTypedWords(root: ParentNode = document): boolean {
  return [...root.querySelectorAll<Field>('input, textarea, select')].some((field) => isShown(field) && isChanged(field))
}

const isShown = (field: Field) => !kinds.has(field.type) && !field.disabled && (field.checkVisibility?.() ?? true)

function isChanged(field: Field): boolean {
  if ('checked' in field && /^(checkbox|radio)$/.test(field.type)) return field.form !== null && field.checked !== field.defaultChecked
  if ('options' in field)
    return field.form !== null && [...field.options].some((one) => one.selected !== one.defaultSelected && touched.has(field))
  return field.value.trim() !== '' && (field.value !== field.defaultValue || touched.has(field))
}
