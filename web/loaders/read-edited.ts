import { readPublished } from '../features/editor/draft/edited.ts'
import type { WizardPictures } from '../features/sign-in/new-card/photo-step.tsx'

/** A text field of an edited card. */
export function textIn(published: object, key: string): string {
  const value: unknown = Reflect.get(published, key)
  return typeof value === 'string' ? value : ''
}

export function picturesIn(published: object): WizardPictures {
  const { profile = null, logo = null } = readPublished(published).pictures
  return { profile, logo }
}

export const servicesIn = (published: object) => readPublished(published).services
