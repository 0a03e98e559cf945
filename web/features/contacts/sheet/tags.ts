/** A contact stores its labels as one comma-separated text. */
export const readTags = (text: string): string[] => [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')

/** The chosen labels and a typed one; commas in it become spaces. */
export function chosenTags(form: FormData): string[] {
  const typed = [...form.getAll('tag'), form.get('newTag')].flatMap((tag) =>
    typeof tag === 'string' ? [tag.replace(/\s*,\s*/g, ' ')] : [],
  )
  return readTags(typed.join(',')).slice(0, 20)
}

/** Known labels and the contact's own, without duplicates. */
export const allTags = (known: readonly string[], own: readonly string[]) => [...new Set([...known, ...own])]

const visibleMax = 40
/** ID of the datalist for label fields. */
export const labelListId = 'contact-label-names'

/** The labels offered as chips: the contact's own and the first of the others. The rest is found by typing. */
export const visibleTags = (known: readonly string[], own: readonly string[]) => allTags(known.slice(0, visibleMax), own)
export const hasHiddenTags = (known: readonly string[]) => known.length > visibleMax
