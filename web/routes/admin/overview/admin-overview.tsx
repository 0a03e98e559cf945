import { OverviewPage } from '../../../features/admin/overview/overview-page.tsx'
import { adminAction } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { loadOverview } from './load-overview.ts'

export const loader = adminLoader('', loadOverview)
export const action = adminAction({})
export { meta, shouldRevalidate } from '../admin-page.tsx'
export default adminPage(OverviewPage)
