import { readPublished } from '../features/editor/draft/edited.ts'
import type { WizardPictures } from '../features/sign-in/new-card/photo-step.tsx'
import type { You } from '../features/sign-in/new-card/typed-card.ts'

/** A text field of an edited card. */
export function textIn(published: object, key: string): string {
  const value: unknown = Reflect.get(published, key)
  return typeof value === 'string' ? value : ''
}

export function picturesIn(published: object): WizardPictures {
  const { profile = null, logo = null } = readPublished(published).pictures
  return { profile, logo }
}

/** Name and contact details, as the form of a new card has them. */
export const youIn = (published: object): You => ({
  fullName: textIn(published, 'fullName'),
  title: textIn(published, 'title'),
  companyName: textIn(published, 'companyName'),
  phoneNumber: textIn(published, 'phoneNumber'),
  emailAddress: textIn(published, 'emailAddress'),
  profile: readPublished(published).profile === 2 ? '2' : '1',
})

export const servicesIn = (published: object) => readPublished(published).services
