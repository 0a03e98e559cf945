const framesMax = 60

/** Goes to the first field that is wrong, as soon as its section is drawn; to what is said about it where it has no field. */
export function bringFaultIntoSight(frames = framesMax) {
  const field = document.querySelector<HTMLElement>('.editor-form [aria-invalid="true"]')
  if (field) field.focus()
  else if (frames > 0) requestAnimationFrame(() => bringFaultIntoSight(frames - 1))
  else document.querySelector('.editor-note.warn')?.scrollIntoView({ block: 'center' })
}
