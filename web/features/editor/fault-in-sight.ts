const patienceMs = 5000
const settledFrames = 12

/**
 * Goes to the first field that is wrong, as soon as its section is drawn; to what is said about it where it has no field. Who
 * arrives on a page begins at its top: the field is where they are once that has passed.
 */
export function bringFaultIntoSight(until = performance.now() + patienceMs, kept = 0) {
  const field = document.querySelector<HTMLElement>('.editor-form [aria-invalid="true"]')
  const isThere = field !== null && field === document.activeElement
  if (!isThere) field?.focus()
  if (isThere && kept >= settledFrames) return
  if (performance.now() < until) requestAnimationFrame(() => bringFaultIntoSight(until, isThere ? kept + 1 : 0))
  else if (!field) document.querySelector('.editor-note.warn')?.scrollIntoView({ block: 'center' })
}
