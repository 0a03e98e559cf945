import type { Changes } from '#server/database/changes/changes.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Dns } from '#server/integrations/guard/dns.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'

type Terminal = {
  /** Prints the result to stdout, which a program may read. */
  print(line: string): void
  /** Prints a remark for a person to stderr. */
  printNote(line: string): void
  columns: number
  /** Words may be colored. */
  isColored?: boolean
  /** Notes may be colored, wherever the output goes. */
  hasColoredNotes?: boolean
}

/** Opened beside a running server or without one. In both cases every running server is notified of changes. */
export type Resources = {
  database: Database
  changes: Changes
  storage: Storage
  /** The storage's name. Throws if the storage belongs to another installation. */
  claim(): Promise<string>
}

/** `onlyFirst`: an empty database is migrated, one in use is left as it is. `isNew`: without an embedded database, one is created. */
export type OpenOptions = { onlyFirst?: boolean; isNew?: boolean }

export type CommandContext = {
  terminal: Terminal
  /** Those of the environment; once the database is open, also what administrators changed. */
  settings: Settings
  environment: NodeJS.ProcessEnv
  clock: Clock
  dns: Dns
  productVersion: string
  /** Fires on Ctrl-C. */
  signal: AbortSignal
  /** The folder of an embedded database that the command opened while no server used it: perhaps not the one that was meant. */
  readonly idleFolder: string | null
  /** Opens database and storage on the first call. */
  open(options?: OpenOptions): Promise<Resources>
}

export type Flag = { meaning: string; value?: string }

export type Arguments = {
  positionals: string[]
  /** The value of a flag, or null when it was not given. */
  text(flag: string): string | null
  has(flag: string): boolean
}

export type Command = {
  /** One or two words: `cards list`. */
  name: string
  /** The arguments after the name, placeholders in capitals: `ALIAS KIND FILE`. A trailing `…` accepts any number. */
  args: string
  purpose: string
  about: string
  /** What the command changes, for its help page. */
  changes: string
  flags: Record<string, Flag>
  examples: string[]
  run(args: Arguments, context: CommandContext): Promise<void>
}

export const helpFlag: Record<string, Flag> = { help: { meaning: 'Shows this page.' } }
export const jsonFlag: Record<string, Flag> = { json: { meaning: 'Prints JSON, for programs.' } }

export const dryRunFlag: Record<string, Flag> = {
  'dry-run': { meaning: 'Checks everything and prints what would happen. Changes nothing.' },
}
export const yesFlag: Record<string, Flag> = { yes: { meaning: 'Confirms the command.' } }

/** The command line is invalid. Nothing ran; the message says how to write it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
