import { AuditPage } from '../../../features/admin/lists/audit-page.tsx'
import { adminAction } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { loadAuditEntries } from '../load-audit-entries.ts'

export const loader = adminLoader('/audit', async (request) => ({
  q: request.q,
  activity: await loadAuditEntries(request, { q: request.q }),
}))
export const action = adminAction({})
export { meta } from '../admin-page.tsx'
export default adminPage(AuditPage)
