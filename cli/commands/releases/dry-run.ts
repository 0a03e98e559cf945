import type { Flag } from '../../command.ts'

export const dryRunFlag: Record<string, Flag> = { 'dry-run': { meaning: 'Checks everything and says what would happen. Changes nothing.' } }
export const yesFlag: Record<string, Flag> = { yes: { meaning: 'Says that you mean it.' } }
