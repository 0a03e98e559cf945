import { z } from 'zod'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * What a call can name of somebody's, in the order it is tried. The endpoint comes before the device: a subscription with one's own
 * endpoint from another device ends the one that the other attempts rest on.
 */
export const kinds = [
  'alias',
  'card',
  'key',
  'contact',
  'label',
  'passkey',
  'session',
  'invoice',
  'endpoint',
  'device',
  'link',
  'job',
  'import',
  'mail',
  'act',
  'report',
] as const
export type Kind = (typeof kinds)[number]
export type Ids = Record<Kind, string>

/** Ids of nothing that ever was, in the shape of those that are. */
export const idsOfNothing = (): Ids => {
  const word = randomBytes(6).toString('hex')
  const uuid = () => randomUUID()
  return {
    alias: `nobody-${word}`,
    card: uuid(),
    key: `no-key-${word}`,
    contact: uuid(),
    label: `none-${word}`,
    passkey: uuid(),
    session: uuid(),
    invoice: `in_${randomBytes(8).toString('hex')}`,
    device: word,
    endpoint: `https://fcm.googleapis.com/fcm/send/${word}`,
    link: word,
    job: uuid(),
    import: uuid(),
    mail: `2036-06-15T12-00-00-000Z-${word}`,
    act: uuid(),
    report: uuid(),
  }
}

/** Where a name alone does not say whose id it is. */
const byCall: Record<string, Kind> = {
  'accounts.endSession id': 'session',
  'accounts.removePasskey id': 'passkey',
  'accounts.logout sid': 'session',
  'billing.receipt id': 'invoice',
  'operator.bill invoice': 'invoice',
  'operator.mail id': 'mail',
  'operator.retryJob id': 'job',
  'operator.jobs from': 'job',
  'operator.acts from': 'act',
  'operator.imports from': 'import',
  'operator.outbox from': 'mail',
  'operator.cards from': 'alias',
  'operator.reserved from': 'alias',
  'links.follow code': 'link',
  'links.look code': 'link',
  'abuse.report linkCode': 'link',
  'operator.reports from': 'report',
  'operator.closeReport id': 'report',
}
for (const call of ['addImportPart', 'checkImport', 'runImport', 'readImport', 'importReport']) byCall[`operator.${call} id`] = 'import'
for (const call of ['read', 'export', 'download']) byCall[`contacts.${call} id`] = 'contact'

const byName: Record<string, Kind> = {
  alias: 'alias',
  subjectId: 'card',
  key: 'key',
  uId: 'key',
  subjectIdKey: 'key',
  clientId: 'contact',
  connectedClientId: 'contact',
  tag: 'label',
  device: 'device',
  endpoint: 'endpoint',
}

/** Names that look like ids and name nothing of anybody's here, and why. */
export const notIds: Record<string, string> = {
  'contacts.search id': 'a place in a list of one’s own: tested by itself',
  submissionId: 'made by the caller, and told apart by who calls',
  'operator.blockedHosts from': 'a host that nothing leads to',
  'accounts.addPasskey id': 'of the device’s own key, which signs',
  'accounts.passkeySignIn id': 'of the device’s own key, which signs',
  'cards.claim code': 'a secret: who has it is meant',
  'accounts.useLink token': 'a secret: who has it is meant',
  'accounts.resetPassword token': 'a secret: who has it is meant',
  'privacy.keep token': 'a secret: who has it is meant',
  'push.subscribe token': 'holds the endpoint, which is aimed at',
  'push.subscription token': 'holds the endpoint, which is aimed at',
  plan_code: 'of the catalog',
  zip_code: 'no id',
  'links.shorten from': 'a word of where it was pressed',
  'links.shorten longUrl': 'an address on this site or a card’s own link: tested with the links',
  'releases.picture id': 'of a story, which everybody may see',
  storyId: 'of a story, which everybody may see',
  'reviews.agent id': 'of a provider’s catalog',
  'reviews.agentFallback id': 'of a provider’s catalog',
  nmlsId: 'of a provider’s catalog',
  templateId: 'of the catalog',
  redirect_url: 'a way back: tested with the ways back',
  returnUrl: 'a way back: tested with the ways back',
  url: 'a picture of a story',
  videoUrl: 'words of a card',
  version: 'a name within the card that is named',
  revision: 'a count',
  cards: 'a count',
}

export const kindOf = ({ name }: Pick<Endpoint, 'name'>, part: string): Kind | null => byCall[`${name} ${part}`] ?? byName[part] ?? null
export const isKnownNoId = ({ name }: Pick<Endpoint, 'name'>, part: string) => `${name} ${part}` in notIds || part in notIds

export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
}

export const schemaOf = (schema: z.ZodType | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {}

type Named = { part: string; schema: JsonSchema }

/** Every name at which a call takes words or numbers, however deep. */
export function partsOf({ params, query, input }: Endpoint): Named[] {
  return [params, query, input].flatMap((schema) => leaves(schemaOf(schema)))
}

function leaves(schema: JsonSchema, part = ''): Named[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => leaves(one, part))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => leaves(one, name))
  const items = schema.items ? leaves(schema.items, part) : []
  const isLeaf = part !== '' && schema.properties === undefined && schema.items === undefined && schema.anyOf === undefined
  return [...(isLeaf ? [{ part, schema }] : []), ...inner, ...fields, ...items]
}

const idLike = /(^|[a-z_])(id|ids|sid|key|keys|code|token|alias|device|endpoint|invoice|from|after|before|cursor|url)$/i

export const looksLikeId = ({ part, schema }: Named) => schema.format === 'uuid' || (schema.type !== 'boolean' && idLike.test(part))

/** The kinds of somebody's things that a call can name. */
export function kindsIn(endpoint: Endpoint): Kind[] {
  const named = new Set(partsOf(endpoint).map(({ part }) => kindOf(endpoint, part)))
  return kinds.filter((kind) => named.has(kind))
}
