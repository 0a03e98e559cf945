import type { WorkerScope } from './worker/scope.ts'
import type { Shell } from './worker/shell.ts'
import { startWorker } from './worker/start-worker.ts'

/** Replaced by the build with its list of files. */
declare const __SHELL__: Shell

// The project is type-checked as a page; only this file runs in a worker.
startWorker(self as unknown as WorkerScope, __SHELL__)
