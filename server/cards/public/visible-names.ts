import { visibleFields } from '#common/visible-card.ts'
import type { Subject } from '../tables.ts'

type Names = Pick<Subject, 'firstName' | 'lastName' | 'fullName' | 'title' | 'companyName'>

/** The names that may leave the server. A name hidden on the home page is hidden in files, link previews and mails too. */
export function visibleNames({ firstName, lastName, fullName, title, companyName, settings }: Names & Pick<Subject, 'settings'>): Names {
  // No name needs a right.
  const facts = { permissions: 0, isOn: (key: keyof NonNullable<Subject['settings']['homepage']>) => settings.homepage?.[key] ?? true }
  return visibleFields({ firstName, lastName, fullName, title, companyName }, facts)
}
