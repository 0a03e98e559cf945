import type { CardImport } from '#contract/admin/admin.ts'
import type { Language } from '#contract/languages.ts'
import { spellPath } from '#contract/product.ts'
import type { Translate } from '#common/messages/message.ts'
import { pathTo } from '#common/path-to.ts'
import { importHref } from '../../../features/admin/admin-places.ts'
import { ImportPage, type ImportPageView } from '../../../features/admin/lists/import-page.tsx'
import { issueText } from '../../../loaders/issue-text.ts'
import { adminAction, type Sent } from '../admin-action.ts'
import { adminLoader, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

export const loader = adminLoader('/imports', load, { missing: 'import', title: (view) => [view.import.name] })
export const action = adminAction({ check, run })
export { meta } from '../admin-page.tsx'
export default adminPage(ImportPage)

async function load({ call, id, t, moment, site, language }: PageRequest): Promise<ImportPageView> {
  const { import: found, issues } = await call('admin.readImport', { params: { id } })
  return {
    import: { ...found, createdAt: moment(found.createdAt), problem: problemOf(t, found) },
    progress: progressOf(found, language),
    errors: issues.map(({ line, ...issue }) => ({ line, ...issue, message: issueText(t, issue) })),
    reportHref: spellPath(pathTo('admin.importReport', { id }), site.productSlug),
  }
}

/** In the server’s words if the previous release refused the import. When it checks one again, it clears only the words. */
const problemOf = (t: Translate, { problemIssues, problem }: CardImport) =>
  problem && (problemIssues.map((issue) => issueText(t, issue)).join(' ') || problem)

/** All or nothing is one step, the number of lines is known after the check, and the first batch may be all there is. */
function progressOf({ state, takes, lines, good, broken }: CardImport, language: Language) {
  if (state !== 'importing' || takes === 'all' || good + broken === 0) return null
  const value = Math.min((good + broken) / lines, 1)
  return { value, text: new Intl.NumberFormat(language, { style: 'percent' }).format(value) }
}

async function check({ call, id }: Sent) {
  await call('admin.checkImport', { input: { id } })
  return importHref(id)
}

async function run({ call, id }: Sent) {
  await call('admin.runImport', { input: { id } })
  return importHref(id)
}
