import type { Changes } from '#server/database/changes/changes.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'

type Terminal = {
  /** The answer: what a program reading along wants. */
  say(line: string): void
  /** What a person should notice beside the answer. */
  note(line: string): void
  columns: number
}

/** Beside a running server or by itself; in both cases what is changed is heard by every server at once. */
export type Rooms = {
  database: Database
  changes: Changes
  storage: Storage
  /** Refuses where the pictures of another installation lie; otherwise the name of the place. */
  claim(): Promise<string>
}

/** What a command gets: where it speaks, what is set, and the way in, taken only by those who need it. */
export type House = {
  terminal: Terminal
  settings: Settings
  clock: Clock
  productVersion: string
  /** Fires when the operator presses Ctrl-C. */
  signal: AbortSignal
  open(): Promise<Rooms>
}
