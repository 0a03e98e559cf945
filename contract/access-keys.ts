import { z } from 'zod'
import { accessKeyNameMax, accessKeysMax, scopes } from './access-key-choices.ts'
import { Alias, SuccessAnswer } from './cards/cards.ts'
import { endpoint } from './endpoint.ts'
import { moment, uuid } from './values.ts'
import { issueCode } from './input-issues.ts'

export const AccessKey = z.object({
  id: uuid,
  name: z.string(),
  start: z.string().describe('The first nine characters of the key'),
  end: z.string().describe('Its last two'),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('To the minute'),
  expiresAt: z.iso.datetime().nullable(),
})
export type AccessKey = z.output<typeof AccessKey>

const problems = ['not-logged-in', 'card-not-found'] as const

export const accessKeys = {
  'accessKeys.list': endpoint('accessKeys.list', {
    summary: 'Lists the API keys of your card.',
    access: 'owner',
    query: z.object({ alias: Alias }),
    output: z.array(AccessKey),
    problems,
  }),
  'accessKeys.create': endpoint('accessKeys.create', {
    summary: `Creates an API key for your card, at most ${accessKeysMax} per card. Requires a recent login.`,
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 3600 },
    input: z.object({
      alias: Alias,
      name: z.string().trim().min(1, issueCode('keyNameMissing')).max(accessKeyNameMax),
      scopes: z.array(z.enum(scopes)).min(1, issueCode('noneChosen')),
      expiresAt: moment.nullable().describe('In the future, at most five years from now; null for a key without an end'),
    }),
    output: z.object({ id: uuid, key: z.string().describe('The key, which is shown once') }),
    problems: [...problems, 'recent-login-required', 'access-key-limit', 'input-invalid'],
    codes: ['expiryInvalid'],
  }),
  'accessKeys.revoke': endpoint('accessKeys.revoke', {
    summary: 'Revokes an API key at once.',
    access: 'owner',
    input: z.object({ alias: Alias, id: uuid }),
    output: SuccessAnswer,
    problems: [...problems, 'not-found'],
  }),
}
