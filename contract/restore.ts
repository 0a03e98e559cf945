import { z } from 'zod'
import { setupCode } from './accounts/accounts.ts'
import { endpoint } from './endpoint.ts'
import { restoreIssues, restorePartBytes, restoreSteps } from './restore-choices.ts'

const count = z.number().int().nonnegative()

/** What a checked backup contains. */
const CheckedBackup = z.object({
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  cards: count,
  contacts: count,
  images: count,
  accounts: count,
  /** The public address after the restore. */
  address: z.string(),
  isAddressNew: z.boolean(),
})

export const RestoreState = z.object({
  state: z.enum(['none', 'receiving', 'received', 'checking', 'checked', 'restoring', 'done']),
  id: z.string(),
  bytes: count,
  received: count,
  isSealed: z.boolean(),
  /** Why the last step did not go through. Nothing was changed, except perhaps by `unsure`. */
  issue: z.enum(restoreIssues).nullable(),
  /** The version that made the backup, for issues about it. */
  version: z.string(),
  /** In bytes, where a disk that is too full was measured. */
  space: z.object({ needed: count, free: count }).nullable(),
  /** Which of the steps runs, and how much of it is done, from 0 to 1. */
  step: z.enum(restoreSteps),
  share: z.number().min(0).max(1),
  backup: CheckedBackup.nullable(),
})
export type RestoreState = z.output<typeof RestoreState>

const id = z.string().max(60)
/** For all of these calls. */
const bySetupCode = { access: 'anyone', sameOriginOnly: true, isSessionless: true } as const
const problems = ['setup-link-used', 'input-invalid', 'too-many-requests'] as const
const few = { per: 'address', count: 20, windowSeconds: 60 } as const

/** A restore by the setup link, before there is an administrator. Every call needs its code; the file is on the server that received it. */
export const restore = {
  'restore.begin': endpoint('restore.begin', {
    summary: 'Starts the upload of a backup; an unfinished one is removed.',
    ...bySetupCode,
    limit: few,
    input: z.object({ setupCode, bytes: z.number().int().min(1) }),
    output: RestoreState,
    problems,
  }),
  'restore.addPart': endpoint('restore.addPart', {
    summary: 'Uploads the next part of a backup. The setup code is in the header X-Setup-Code.',
    ...bySetupCode,
    limit: { per: 'address', count: 600, windowSeconds: 60 },
    query: z.object({ id, at: z.coerce.number().int().nonnegative() }),
    rawBody: { types: ['application/octet-stream'], bytesMax: restorePartBytes },
    output: RestoreState,
    problems: [...problems, 'body-too-large'],
  }),
  'restore.check': endpoint('restore.check', {
    summary: 'Starts to check the uploaded backup to its last byte.',
    ...bySetupCode,
    limit: [few, { per: 'address', count: 60, windowSeconds: 3600 }],
    input: z.object({ setupCode, id, passphrase: z.string().max(1000).optional() }),
    output: RestoreState,
    problems,
  }),
  'restore.run': endpoint('restore.run', {
    summary: 'Starts to restore the checked backup, all of it or nothing.',
    ...bySetupCode,
    limit: few,
    input: z.object({ setupCode, id }),
    output: RestoreState,
    problems,
  }),
  'restore.read': endpoint('restore.read', {
    summary: 'How far the upload, the check or the restore is.',
    ...bySetupCode,
    limit: { per: 'address', count: 300, windowSeconds: 60 },
    input: z.object({ setupCode, id: id.optional() }),
    output: RestoreState,
    problems,
  }),
  'restore.cancel': endpoint('restore.cancel', {
    summary: 'Stops what runs and removes the uploaded backup. A restore that is not finished changes nothing.',
    ...bySetupCode,
    limit: few,
    input: z.object({ setupCode, id }),
    output: RestoreState,
    problems,
  }),
}
