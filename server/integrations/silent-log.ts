import type { Log } from './log.ts'

/** A command prints its own output; the server's log stays out of it. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, flush() {} }
