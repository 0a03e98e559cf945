import type { House } from './house.ts'

export type Flag = { meaning: string; value?: string }

export type Given = {
  words: string[]
  /** The value of a flag, or null when it was not given. */
  text(flag: string): string | null
  has(flag: string): boolean
}

export type Command = {
  /** One or two words: `cards list`. */
  name: string
  /** What stands behind the name, capitals for what the operator puts in: `ALIAS KIND FILE`. A last `…` takes any number. */
  words: string
  purpose: string
  about: string
  /** What is different afterwards. */
  changes: string
  flags: Record<string, Flag>
  examples: string[]
  run(given: Given, house: House): Promise<void>
}

export const helpFlag: Record<string, Flag> = { help: { meaning: 'Shows this page.' } }
export const jsonFlag: Record<string, Flag> = { json: { meaning: 'Prints JSON, for programs.' } }

export const dryRunFlag: Record<string, Flag> = { 'dry-run': { meaning: 'Checks everything and says what would happen. Changes nothing.' } }
export const yesFlag: Record<string, Flag> = { yes: { meaning: 'Says that you mean it.' } }

/** The command was not understood: nothing was tried, and the answer says how to write it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
