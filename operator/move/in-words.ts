import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'

const goesOn = 'Run the same command again, and it goes on where it was; or start Carte on the old place, as if nothing had been.'

export function inWords(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Refusal) return error
  const say = (reason: string) => new Refusal(`${reason} ${goesOn}`, { cause: error })
  if (signal.aborted) return say('Stopped.')
  const code = codeOf(error)
  if (['53100', 'ENOSPC', 'EDQUOT'].includes(code)) return say('The disk of the new place is full. Make room there.')
  if (
    ['57P01', '57P02', '57P03', '08006', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code) ||
    messageOf(error).startsWith('Connection terminated')
  )
    return say('A database went away meanwhile.')
  if (code === '42501')
    return new Refusal('The user of the new database does not own these tables, or may not create in it. Give it its own database.', {
      cause: error,
    })
  return error
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')
