import type { Log } from '#server/integrations/log.ts'

export type Complaint = { event: string; id: string; facts: Record<string, unknown> | undefined }

/** Keeps what nobody should ever have to read, and passes over the rest. */
export function aListeningLog(): { log: Log; complaints: Complaint[] } {
  const complaints: Complaint[] = []
  const keep = (event: string, facts?: Record<string, unknown>) => void complaints.push({ event, id: String(facts?.id ?? ''), facts })
  // Nothing here is ever away.
  const warn = (event: string, facts?: Record<string, unknown>) => (event === 'unavailable' ? keep(event, facts) : undefined)
  return { log: { debug() {}, info() {}, warn, error: keep, flush() {} }, complaints }
}
