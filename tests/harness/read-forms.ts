import type { Page } from 'playwright-core'

/** A form as a page draws it, filled in and about to be sent by one of its buttons. */
export type DrawnForm = { key: string; action: string; isMultipart: boolean; fields: [string, string][]; files: string[] }

/** What a browser would send for each button of each form that writes. Every field holds something new; `words` fill those that want a certain one. */
export const readForms = (page: Page, words: Record<string, string>): Promise<DrawnForm[]> => page.evaluate(fillAndRead, words)

function fillAndRead(words: Record<string, string>): DrawnForm[] {
  function fill(field: Element) {
    if (field instanceof HTMLTextAreaElement) field.value = 'Written anew'
    if (field instanceof HTMLSelectElement) field.selectedIndex = field.selectedIndex === field.length - 1 ? 0 : field.length - 1
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden' || field.type === 'file') return
    if (field.type === 'checkbox') field.checked = !field.checked
    else if (field.type === 'radio') field.checked = true
    else field.value = words[field.name] ?? words[field.type] ?? (/numeric|decimal/.test(field.inputMode) ? '45' : 'Written anew')
  }
  return [...document.forms].flatMap((form, place) => {
    if (form.method !== 'post') return []
    for (const field of form.elements) fill(field)
    const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement && one.type === 'submit' && !one.disabled)
    return buttons.map((button) => {
      const sent = [...new FormData(form, button as HTMLButtonElement)]
      const fields = sent.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
      const meant = fields.find(([name]) => name === 'intent' || name === 'act')?.[1] ?? ''
      return {
        key: `${place} ${meant} (${button.textContent?.trim() || button.getAttribute('aria-label') || ''})`,
        action: form.getAttribute('action') ?? '',
        isMultipart: form.enctype === 'multipart/form-data',
        fields,
        files: sent.flatMap(([name, value]) => (typeof value === 'string' ? [] : [name])),
      }
    })
  })
}
