/** Labels as a contact keeps them: one text, with commas between. */
export const readTags = (text: string): string[] => [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')

/** Those that were chosen, and a new one if it was written; a comma parts labels, so none has one. */
export function chosenTags(form: FormData): string[] {
  const typed = [...form.getAll('tag'), form.get('newTag')].flatMap((tag) => (typeof tag === 'string' ? [tag.replaceAll(',', ' ')] : []))
  return readTags(typed.map((tag) => tag.replace(/\s+/g, ' ')).join(',')).slice(0, 20)
}

/** Known labels and those of the contact, each once. */
export const allTags = (known: readonly string[], own: readonly string[]) => [...new Set([...known, ...own])]

const tagsShown = 40
/** Names the list that a label's text field completes from. */
export const labelListId = 'contact-label-names'

/** Those that are offered as buttons: the contact's own and the first of the others. The rest is found by typing. */
export const shownTags = (known: readonly string[], own: readonly string[]) => allTags(known.slice(0, tagsShown), own)
export const areSomeUnshown = (known: readonly string[]) => known.length > tagsShown
