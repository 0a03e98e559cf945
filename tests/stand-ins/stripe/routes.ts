import type { Routes } from './asked.ts'
import { customerRoutes } from './customer-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { shopRoutes } from './shop-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

/** Every call we make of it, and some more, as `METHOD path` with at most one `:id`. */
export const routes: Routes = { ...customerRoutes, ...shopRoutes, ...subscriptionRoutes, ...invoiceRoutes }
