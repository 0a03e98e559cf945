import { redirect, type ActionFunctionArgs } from 'react-router'
import { contactsHref } from '../../features/contacts/contacts-href.ts'
import type { Refusal, Told } from '../../features/contacts/contacts-view.ts'
import { faultsIn, newContactInput, typedIn } from '../../features/contacts/new/new-contact-input.ts'
import { chosenTags } from '../../features/contacts/sheet/tags.ts'
import { apiContext } from '../../platform/provided.ts'
import type { Owner } from './open-owner.ts'
import { translateFor } from '../translate-for.ts'
import { fieldOf, tried } from '../admin/tried.ts'

export type ContactsAnswer = { told: Told | null; refused: Refusal | null }

/** What the forms of the page do when they come without a script: the same calls, then the page anew. */
export async function changeContacts(args: ActionFunctionArgs, { alias }: Owner): Promise<ContactsAnswer> {
  const form = await args.request.formData()
  const { call } = args.context.get(apiContext)
  const clientId = fieldOf(form, 'id')
  const everybody = contactsHref(alias, { q: '', label: '' })
  const { pathname, search } = new URL(args.request.url)
  const here = pathname.replace(/\.data$/, '') + search

  if (fieldOf(form, 'intent') === 'create') {
    const t = translateFor(args.request)
    const faults: Record<string, string> = Object.fromEntries(Object.entries(faultsIn(form)).map(([name, key]) => [name, t(key)]))
    const isWrong = Object.keys(faults).length > 0
    const trouble = isWrong
      ? { message: t('contacts.correct'), faults }
      : (await tried(args.request, () => call('contacts.create', { input: newContactInput(alias, form) }))).trouble
    if (!trouble) throw redirect(everybody)
    const said = [trouble.message, ...Object.values(trouble.faults)].join(' ')
    return { told: { text: said, isBad: true }, refused: { message: trouble.message, faults: trouble.faults, typed: typedIn(form) } }
  }
  const { trouble } = await tried<unknown>(args.request, async () => {
    switch (fieldOf(form, 'intent')) {
      case 'labels':
        return call('contacts.setTags', { input: { clientId, tags: chosenTags(form) } })
      case 'note': {
        const notes = [{ Created: new Date().toISOString(), Note: fieldOf(form, 'note').trim() }]
        return call('contacts.updateNotes', { input: { connectedClientId: clientId, notes } })
      }
      case 'erase':
        return call('contacts.erase', { input: { clientId } })
    }
  })
  if (!trouble) throw redirect(fieldOf(form, 'intent') === 'erase' ? everybody : here)
  return { told: { text: trouble.message, isBad: true }, refused: null }
}
