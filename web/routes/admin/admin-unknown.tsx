import { adminAction } from './admin-action.ts'
import { adminLoader } from './admin-loader.ts'
import { adminPage } from './admin-page.tsx'

/** Addresses below the admin’s that are no page. */
export const loader = adminLoader('', async () => 'page')
export const action = adminAction({})
export { meta } from './admin-page.tsx'
export default adminPage(() => null)
