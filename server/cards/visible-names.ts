import type { HomepageKey } from '#contract/drawing.ts'
import type { Subject } from './tables.ts'

type Names = Pick<Subject, 'firstName' | 'lastName' | 'fullName' | 'title' | 'companyName'>

/** The names that may leave the server. A name hidden on the home page is hidden in files, link previews and mails too. */
export function visibleNames(
  { firstName, lastName, fullName, title, companyName, settings }: Names & Pick<Subject, 'settings'>,
  isVisible = (key: HomepageKey) => settings.homepage?.[key] ?? true,
): Names {
  const person = isVisible('ShowName') ? { firstName, lastName, fullName } : { firstName: '', lastName: '', fullName: '' }
  return { ...person, title: isVisible('ShowTitle') ? title : '', companyName: isVisible('ShowCompanyName') ? companyName : '' }
}
