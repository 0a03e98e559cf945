import { z } from 'zod'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * Kinds of ids that a call can name, in the order they are tried. The endpoint comes before the device: a subscription with one's own
 * endpoint from another device ends the one that the other attempts depend on.
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
  'webhook',
  'invitation',
  'contactImport',
  'refused',
  'connection',
  'event',
  'accessKey',
] as const
export type Kind = (typeof kinds)[number]
export type Ids = Record<Kind, string>

/** Valid ids that do not exist. */
export const unknownIds = (): Ids => {
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
    webhook: `evt_${word}`,
    invitation: uuid(),
    contactImport: uuid(),
    refused: uuid(),
    connection: uuid(),
    event: uuid(),
    accessKey: uuid(),
  }
}

/** Kinds of ids that the parameter's name alone does not tell. */
const byCall: Record<string, Kind> = {
  'accounts.endSession id': 'session',
  'accounts.removePasskey id': 'passkey',
  'accounts.logout sid': 'session',
  'billing.receipt id': 'invoice',
  'admin.billingAction invoice': 'invoice',
  'admin.mail id': 'mail',
  'admin.retryJob id': 'job',
  'admin.jobs from': 'job',
  'admin.auditLog from': 'act',
  'admin.imports from': 'import',
  'admin.outbox from': 'mail',
  'admin.cards from': 'alias',
  'admin.reserved from': 'alias',
  'links.follow code': 'link',
  'links.preview code': 'link',
  'abuse.report linkCode': 'link',
  'admin.reports from': 'report',
  'admin.closeReport id': 'report',
  'admin.webhooks from': 'webhook',
  'admin.retryWebhook id': 'webhook',
  'admin.invitations from': 'invitation',
  'admin.revokeInvitation id': 'invitation',
  'contacts.readImport id': 'contactImport',
  'admin.refusedMails from': 'refused',
  'admin.clearRefusedMail id': 'refused',
  'accessKeys.revoke id': 'accessKey',
  'v1.replayEvent id': 'event',
}
for (const call of ['addImportPart', 'checkImport', 'runImport', 'readImport', 'importReport']) byCall[`admin.${call} id`] = 'import'
for (const call of ['read', 'update', 'remove', 'replaceSecret', 'replaceKey', 'test', 'resend', 'event'])
  byCall[`connections.${call} id`] = 'connection'
for (const call of ['readContact', 'changeContact', 'eraseContact']) byCall[`v1.${call} id`] = 'contact'
for (const call of ['removeWebhook', 'testWebhook']) byCall[`v1.${call} id`] = 'connection'
for (const call of ['read', 'export', 'download']) byCall[`contacts.${call} id`] = 'contact'

const byName: Record<string, Kind> = {
  alias: 'alias',
  subjectId: 'card',
  key: 'key',
  uId: 'key',
  subjectIdKey: 'key',
  clientId: 'contact',
  clientIds: 'contact',
  contactId: 'contact',
  eventId: 'event',
  webhookId: 'connection',
  connectedClientId: 'contact',
  importId: 'contactImport',
  tag: 'label',
  device: 'device',
  endpoint: 'endpoint',
}

/** Parameters that look like ids but name nothing an owner has, and why. */
export const notIds: Record<string, string> = {
  'connections.read before': 'a cursor in the caller’s own list, tested separately',
  'connections.create url': 'an address outside of this site',
  'v1.createWebhook url': 'an address outside of this site',
  'v1.createWebhook targetUrl': 'an address outside of this site',
  'v1.listContacts cursor': 'a place in the caller’s own list, tested separately',
  'v1.listEvents cursor': 'a place in the caller’s own list, tested separately',
  'v1.readAnalytics from': 'a day',
  apiKey: 'of a CRM',
  'contacts.search id': 'a cursor in the caller’s own list, tested separately',
  submissionId: 'chosen by the caller and unique per caller',
  'admin.blockedHosts from': 'the name of a blocked host',
  'accounts.checkLink token': 'a mailed secret',
  'accounts.confirmEmail token': 'a mailed secret, which only the session of its account can use',
  'accounts.addPasskey id': 'the credential of a passkey, which signs the challenge',
  'accounts.passkeySignIn id': 'the credential of a passkey, which signs the challenge',
  'cards.claim code': 'a secret: having it is the authorization',
  'accounts.setUp id': 'the credential of a passkey, which signs the challenge',
  'accounts.setUp userId': 'the challenge, which the passkey signs, was made for it',
  'restore.addPart id': 'of the only upload, which belongs to the setup code',
  'restore.check id': 'of the only upload, which belongs to the setup code',
  'restore.run id': 'of the only upload, which belongs to the setup code',
  'restore.read id': 'of the only upload, which belongs to the setup code',
  'restore.cancel id': 'of the only upload, which belongs to the setup code',
  setupCode: 'a secret: having it is the authorization',
  'accounts.useLink token': 'a secret: having it is the authorization',
  'accounts.resetPassword token': 'a secret: having it is the authorization',
  'privacy.cancelDeletion token': 'a secret: having it is the authorization',
  'push.subscribe token': 'contains the endpoint, which the matrix replaces',
  'push.subscription token': 'contains the endpoint, which the matrix replaces',
  plan_code: 'from the catalog',
  gradeServiceId: 'from the catalog',
  zip_code: 'a ZIP code',
  'links.shorten from': 'the place of the button',
  'links.shorten longUrl': 'an address on this site or a card’s own link: tested with the links',
  'releases.picture id': 'of a story, which is public',
  storyId: 'of a story, which is public',
  'reviews.agent id': 'of a provider’s catalog',
  'reviews.agentFallback id': 'of a provider’s catalog',
  nmlsId: 'of a provider’s catalog',
  templateId: 'from the catalog',
  redirect_url: 'a way back: tested with the ways back',
  returnUrl: 'a way back: tested with the ways back',
  url: 'a picture of a story',
  videoUrl: 'words of a card',
  version: 'a name within the card that is named',
  revision: 'a count',
  cards: 'a count',
}

export const kindOf = ({ name }: Pick<Endpoint, 'name'>, part: string): Kind | null => byCall[`${name} ${part}`] ?? byName[part] ?? null
export const isKnownNonId = ({ name }: Pick<Endpoint, 'name'>, part: string) => `${name} ${part}` in notIds || part in notIds

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

/** Every parameter of a call that takes text or numbers, at any depth. */
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

/** The kinds of owned things that a call can name. */
export function kindsIn(endpoint: Endpoint): Kind[] {
  const named = new Set(partsOf(endpoint).map(({ part }) => kindOf(endpoint, part)))
  return kinds.filter((kind) => named.has(kind))
}
