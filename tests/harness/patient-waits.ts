import type { Timeouts } from '#server/app.ts'
import { patienceMs } from './patience.ts'

/** What a busy machine does late is not what a test is about. A test of one of these limits passes its own. */
export const patientWaits: Timeouts = {
  connectMs: patienceMs,
  jobsMs: patienceMs,
  storeMs: patienceMs,
  limitsMs: patienceMs,
  reviewsMs: patienceMs,
  billingMs: patienceMs,
  metricsMs: patienceMs,
  readinessMs: patienceMs,
  slowBodyMs: patienceMs,
}
