import type { Routes } from './route.ts'
import { customerRoutes } from './customer-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

/** The calls we make, and some more, as `METHOD path` with at most one `:id`. */
export const routes: Routes = { ...customerRoutes, ...checkoutRoutes, ...subscriptionRoutes, ...invoiceRoutes }
