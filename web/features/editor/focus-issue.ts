import type { SectionName } from './sections.ts'

const timeoutMs = 5000

/** A section's issue by its message; `place` is the index among equal messages. */
type IssueTarget = { section: SectionName; words?: string; place?: number }

/** Focuses the invalid field once its section is rendered; without a field, scrolls to the list of issues. */
export const focusIssue = (issue: IssueTarget) =>
  focusSoon(
    () => fieldOf(issue),
    () => document.querySelector('.editor-note.warn')?.scrollIntoView({ block: 'center' }),
  )

/** Focuses the field of an address such as `#field-bio` once it is rendered and takes input. */
export function focusField(hash: string) {
  if (hash.startsWith('#field-')) focusSoon(() => document.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}:not([inert] *)`))
}

function focusSoon(find: () => HTMLElement | null | undefined, orElse = () => {}, until = performance.now() + timeoutMs) {
  const field = find()
  if (field) keepFocus(field)
  else if (performance.now() < until) requestAnimationFrame(() => focusSoon(find, orElse, until))
  else orElse()
}

/** Navigation moves the focus to the content shortly after rendering: take it back, unless the person moved it since. */
function keepFocus(field: HTMLElement, framesLeft = 20) {
  const { activeElement } = document
  const isOthers = framesLeft < 20 && activeElement !== document.body && activeElement?.id !== 'content'
  if (!isOthers) field.focus()
  if (framesLeft > 0 && field.isConnected) requestAnimationFrame(() => keepFocus(field, framesLeft - 1))
}

function fieldOf({ section, words, place = 0 }: IssueTarget): HTMLElement | undefined {
  const wrong = [...document.querySelectorAll<HTMLElement>(`[data-section="${section}"] [aria-invalid="true"]`)]
  const matching = wrong.filter((field) => messageOf(field) === words)
  return matching[place] ?? matching[0] ?? wrong[0]
}

/** `aria-describedby` lists the error before the hint. */
const messageOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent
