import { checkPlans } from './check-plans.ts'
import { isCluster } from './database.ts'

if (isCluster()) checkPlans()
