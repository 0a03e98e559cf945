import type { WorkerScope } from './worker/scope.ts'
import { startWorker } from './worker/start-worker.ts'

// The project is checked with a page's types; this file alone runs in a worker.
startWorker(self as unknown as WorkerScope)
