import { placeHref } from '../../../features/admin/admin-places.ts'
import { BillingPage } from '../../../features/admin/billing/billing-page.tsx'
import { adminAction, doneAt, type Sent } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { loadBilling } from '../load-billing.ts'

export const loader = adminLoader('/billing', loadBilling, { done: { compared: ({ t }) => ({ text: t('admin.done.compared') }) } })
export const action = adminAction({ compare })
export { meta } from '../admin-page.tsx'
export default adminPage(BillingPage)

async function compare({ call }: Sent) {
  await call('admin.compareBilling')
  return doneAt(placeHref('/billing'), 'compared')
}
