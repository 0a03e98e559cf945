import type { Api } from '#contract/api.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { NamesPage, type NamesView } from '../../../features/admin/lists/word-list.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

export const loader = adminLoader('/reserved-addresses', load, {
  done: {
    nameReserved: async ({ t, about, call }) =>
      (await isReserved(call, about)) && {
        text: t('admin.done.nameReserved', { alias: about }),
        undo: { intent: 'remove', fields: { name: about } },
      },
    nameReleased: async ({ t, about, call }) =>
      !(await isReserved(call, about)) && { text: t('admin.done.nameReleased', { alias: about }) },
  },
})
export const action = adminAction({ add: reserve, remove: release })
export { meta } from '../admin-page.tsx'
export default adminPage(NamesPage)

const searched = (q: string) => beginningOf(q, 60)

async function load({ call, q, from }: PageRequest): Promise<NamesView> {
  const search = searched(q)
  return { q: search, isFurther: from !== undefined, ...(await call('admin.reserved', { query: { q: search, ...behind(from) } })) }
}

/** The page has a part of the list, so it is searched. */
async function isReserved(call: Api['call'], about: string): Promise<boolean> {
  const { names } = await call('admin.reserved', { query: { q: searched(about) } })
  return names.some(({ name }) => name === about)
}

async function reserve({ call, form, query }: Sent) {
  const name = fieldOf(form, 'name').trim()
  await call('admin.reserve', { input: { name, reason: fieldOf(form, 'reason') } })
  return doneAt(placeHref('/reserved-addresses'), 'nameReserved', name.toLowerCase(), query)
}

async function release({ call, form, query }: Sent) {
  const name = fieldOf(form, 'name')
  await call('admin.release', { input: { name } })
  return doneAt(placeHref('/reserved-addresses'), 'nameReleased', name.toLowerCase(), query)
}
