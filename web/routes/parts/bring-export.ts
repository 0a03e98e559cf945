import { redirect, type LoaderFunctionArgs } from 'react-router'
import { ownerHref } from '#contract/pages.ts'
import { exportAgain, exportFormats } from '../../features/contacts/contacts-href.ts'
import { apiContext } from '../../platform/provided.ts'
import { ownerAddressOf } from '../../platform/owner-address-of.ts'
import { loginHref } from './open-account.ts'

/** An address that asks for all contacts leads to the file, or by the login back to the list, which says that it can be pressed again. */
export async function bringExport({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>, alias: string): Promise<void> {
  const search = new URL(request.url).searchParams
  const format = exportFormats.find((known) => known === search.get('export'))
  if (!format) return
  if ((await context.get(apiContext).call('privacy.read')).isFresh)
    throw redirect(`${ownerAddressOf('contacts.exportAll', { format })}?${new URLSearchParams({ alias })}`)
  search.set('export', exportAgain)
  throw redirect(loginHref(`${ownerHref(alias, 'myContacts')}?${search}`, 'export'))
}
