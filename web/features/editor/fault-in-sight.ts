const patienceMs = 5000

/** Goes to the first field that is wrong, as soon as its section is drawn; to what is said about it where it has no field. */
export function bringFaultIntoSight(until = performance.now() + patienceMs) {
  const field = document.querySelector<HTMLElement>('.editor-form [aria-invalid="true"]')
  if (field) field.focus()
  else if (performance.now() < until) requestAnimationFrame(() => bringFaultIntoSight(until))
  else document.querySelector('.editor-note.warn')?.scrollIntoView({ block: 'center' })
}
