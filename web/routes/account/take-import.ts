import { z } from 'zod'
import type { Imported } from '#contract/cards/aliases.ts'
import { ImportedCard } from '#contract/cards/card-imports.ts'
import { addressFields } from '../../features/sign-in/new-card/import-step.tsx'
import type { TypedCard } from '../../features/sign-in/new-card/typed-card.ts'
import { fieldOf } from '../../loaders/submit-form.ts'

const Found = ImportedCard.pick({ fields: true, photo: true }).extend({
  rows: z.array(z.object({ link: z.string(), service: z.number().int().positive() })),
})
const typedFields = ['fullName', 'title', 'companyName', 'phoneNumber', 'emailAddress'] as const

/** What was typed with what was chosen of an import. The rest of the import comes with the new card as a draft. */
export function takeImport(form: FormData, typed: TypedCard): TypedCard {
  const read = Found.safeParse(jsonOf(fieldOf(form, 'found')))
  if (!read.success) return typed
  const { fields, photo, rows } = read.data
  const chosen = new Set(form.getAll('take'))
  const texts = typedFields.flatMap((name) => (chosen.has(name) && fields[name] ? [[name, fields[name]] as const] : []))
  const address = addressFields.flatMap((name) => (chosen.has('address') && fields[name] ? [[name, fields[name]] as const] : []))
  const imported: Imported = {
    fields: { ...Object.fromEntries(address), ...(chosen.has('bio') && fields.bio ? { bio: fields.bio } : {}) },
    links: rows.filter(({ link }) => chosen.has(link)).map(({ link, service }) => ({ gradeServiceId: service, directLink: link })),
    photo: chosen.has('photo') ? photo : '',
  }
  const isEmpty = imported.links.length === 0 && imported.photo === '' && Object.keys(imported.fields).length === 0
  return {
    ...typed,
    ...Object.fromEntries(texts),
    // A new form, so that the one this device stored doesn't replace it.
    submissionId: crypto.randomUUID(),
    imported: isEmpty ? '' : JSON.stringify(imported),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
