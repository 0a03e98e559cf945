import { DraftFields } from '#contract/drafts.ts'
import type { WizardPictures } from '../../features/sign-up/photo-step.tsx'

/** A line of a card as the editor has it. */
export function textIn(published: object, key: string): string {
  const value: unknown = Reflect.get(published, key)
  return typeof value === 'string' ? value : ''
}

export function picturesIn(published: object): WizardPictures {
  const read = DraftFields.shape.pictures.safeParse(Reflect.get(published, 'pictures'))
  return { profile: read.data?.profile ?? null, logo: read.data?.logo ?? null }
}

export const servicesIn = (published: object) => DraftFields.shape.services.safeParse(Reflect.get(published, 'services')).data ?? []
