import type { SectionName } from './sections.ts'

const patienceMs = 5000

/** A section's fault in the reader's words; where several read the same, which of them. */
export type FaultInSight = { section: SectionName; words?: string; place?: number }

/** Goes to the field that is wrong, as soon as its section is drawn; to what is said about it where it has no field. */
export function bringFaultIntoSight(fault: FaultInSight, until = performance.now() + patienceMs) {
  const field = fieldOf(fault)
  if (field) hold(field)
  else if (performance.now() < until) requestAnimationFrame(() => bringFaultIntoSight(fault, until))
  else document.querySelector('.editor-note.warn')?.scrollIntoView({ block: 'center' })
}

/** Arriving at a page gives the focus to its content a moment after it is drawn; where the person went since is left alone. */
function hold(field: HTMLElement, framesLeft = 20) {
  const { activeElement } = document
  const isOthers = framesLeft < 20 && activeElement !== document.body && activeElement?.id !== 'content'
  if (!isOthers) field.focus()
  if (framesLeft > 0 && field.isConnected) requestAnimationFrame(() => hold(field, framesLeft - 1))
}

function fieldOf({ section, words, place = 0 }: FaultInSight): HTMLElement | undefined {
  const wrong = [...document.querySelectorAll<HTMLElement>(`[data-section="${section}"] [aria-invalid="true"]`)]
  const saying = wrong.filter((field) => saidOf(field) === words)
  return saying[place] ?? saying[0] ?? wrong[0]
}

/** A field is described by its error first, then by its hint. */
const saidOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent
