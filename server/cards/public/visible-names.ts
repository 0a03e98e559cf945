import { visibleFields } from '#common/visible-card.ts'
import type { Subject } from '../tables.ts'

type Names = Pick<Subject, 'firstName' | 'lastName' | 'fullName' | 'title' | 'companyName'>

/** The visible names. A name hidden on the home page is also hidden in files, link previews and emails. */
export function visibleNames({ firstName, lastName, fullName, title, companyName, settings }: Names & Pick<Subject, 'settings'>): Names {
  // Names need no permission.
  const visibility = { permissions: 0, isOn: (key: keyof NonNullable<Subject['settings']['homepage']>) => settings.homepage?.[key] ?? true }
  return visibleFields({ firstName, lastName, fullName, title, companyName }, visibility)
}
