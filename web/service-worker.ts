import type { WorkerScope } from './worker/scope.ts'
import type { Shell } from './worker/shell.ts'
import { startWorker } from './worker/start-worker.ts'

/** Written in by the build, which knows its own files. */
declare const __SHELL__: Shell

// The project is checked with a page's types; this file alone runs in a worker.
startWorker(self as unknown as WorkerScope, __SHELL__)
