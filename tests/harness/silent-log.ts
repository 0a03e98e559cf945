import type { Log } from '#server/integrations/log.ts'

/** For tests that do not read what is logged. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, flush() {} }
