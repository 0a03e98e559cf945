import { importBytesMax, importEncodings, importPartBytes, importTakes } from '#contract/admin/admin-choices.ts'
import { importHref } from '../../../features/admin/admin-places.ts'
import { ImportsPage, type ImportsView } from '../../../features/admin/lists/imports-page.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, type Act, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { oneOf } from '../one-of.ts'

export const loader = adminLoader('/imports', load)
export const action = adminAction({ import: uploadFile })
export { meta } from '../admin-page.tsx'
export default adminPage(ImportsPage)

async function load({ call, from, moment }: PageRequest): Promise<ImportsView> {
  const { imports, next } = await call('admin.imports', { query: behind(from) })
  return { imports: imports.map((one) => ({ ...one, createdAt: moment(one.createdAt) })), next, isFurther: from !== undefined }
}

/** Uploads the file in parts, as the API takes it, then starts the check. */
async function uploadFile({ call, form, t }: Sent): ReturnType<Act> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return { errors: { file: t('admin.fileMissing') } }
  if (file.size > importBytesMax) return { errors: { file: t('admin.fileLarge') } }
  const takes = oneOf(importTakes, fieldOf(form, 'takes')) ?? 'good'
  const encoding = oneOf(importEncodings, fieldOf(form, 'encoding')) ?? 'utf-8'
  const { id } = await call('admin.createImport', {
    input: { name: (file.name || 'cards.csv').slice(-200).replace(/^[\udc00-\udfff]/, ''), takes, encoding },
  })
  for (let place = 0; place * importPartBytes < file.size; place++) {
    const part = file.slice(place * importPartBytes, (place + 1) * importPartBytes)
    await call('admin.addImportPart', { input: { id, place, data: Buffer.from(await part.arrayBuffer()).toString('base64') } })
  }
  await call('admin.checkImport', { input: { id } })
  return importHref(id)
}
