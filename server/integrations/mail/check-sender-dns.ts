import { createPublicKey } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import type { MailStep } from '#contract/admin/admin.ts'
import { classifyAddress } from '../guard/classify-address.ts'
import type { Dns } from '../guard/dns.ts'

type Sender = {
  sender: string
  /** The mail server's host, and its address if it was reached. */
  host: string
  address: string | null
  selector?: string | undefined
  timeoutMs: number
}

/** Compares SPF, DKIM and DMARC of the sender's domain with what receivers ask for, and names the records to add. */
export async function* checkSenderDns(
  dns: Dns,
  { sender, host, address, selector, timeoutMs }: Sender,
): AsyncGenerator<MailStep, void, void> {
  const domain = domainToASCII(sender.slice(sender.lastIndexOf('@') + 1))
  if (!domain.includes('.') || isIP(domain) || /\.(local|localhost|internal|test|invalid)$/.test(domain))
    return void (yield { step: 'senderLocal', values: { sender } })
  const checks = [checkSpf(dns, domain, host, address), checkDkim(dns, domain, selector), checkDmarc(dns, domain)]
  const unanswered = (): MailStep => ({ step: 'dnsUnanswered', values: { domain } })
  yield* await Promise.all(checks.map((check) => within(timeoutMs, check).catch(unanswered)))
}

/** Fails when the time is over; a lookup can't be canceled. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([work, wait(ms, undefined, { ref: false }).then(() => Promise.reject(new Error('The DNS does not answer.')))])

/** What providers ask to include, by the host that takes their customers' mail. */
const includes: [host: RegExp, include: string][] = [
  [/\.(gmail|google)\.com$/, '_spf.google.com'],
  [/\.(office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/\.amazonaws\.com$/, 'amazonses.com'],
  [/\.sendgrid\.net$/, 'sendgrid.net'],
  [/\.mailgun\.org$/, 'mailgun.org'],
  [/\.postmarkapp\.com$/, 'spf.mtasv.net'],
  [/\.(brevo|sendinblue)\.com$/, 'spf.brevo.com'],
  [/\.mailjet\.com$/, 'spf.mailjet.com'],
  [/\.fastmail\.com$/, 'spf.messagingengine.com'],
  [/\.zoho\.(com|eu)$/, 'zohomail.com'],
]

async function checkSpf(dns: Dns, domain: string, host: string, address: string | null): Promise<MailStep> {
  const records = spfOf(await dns.txt(domain))
  const include = includes.find(([known]) => known.test(`.${host}`))?.[1]
  const isPublic = address !== null && classifyAddress(address) === 'public'
  const term = include ? `include:${include}` : isPublic ? `a:${host}` : 'mx'
  const at = (step: MailStep['step'], more: Record<string, string> = {}) => ({
    step,
    values: { domain, host, address: address ?? '', ...more },
  })
  const [record] = records
  if (record === undefined) return { ...at('spfMissing'), record: { name: domain, value: `v=spf1 ${term} ~all` } }
  if (records.length > 1) return at('spfSeveral')
  if (/\s\+?all(\s|$)/i.test(record)) return at('spfOpen')
  // A provider sends from other addresses than those that take mail.
  if (include && record.toLowerCase().includes(`include:${include}`)) return at('spfPresent', { record })
  try {
    const result = await evaluateSpf(dns, domain, isPublic ? address : '192.0.2.1', { lookups: 0 })
    if (!isPublic) return at('spfPresent', { record })
    if (result === 'pass') return at('spfGood')
  } catch (error) {
    if (error instanceof SpfError) return at(error.step, { term: error.term })
    throw error
  }
  return { ...at('spfElsewhere'), record: { name: domain, value: record.replace(/^v=spf1/i, `v=spf1 ${term}`) } }
}

const spfOf = (records: string[]) => records.filter((record) => /^v=spf1( |$)/i.test(record))

class SpfError extends Error {
  readonly step: 'spfBroken' | 'spfLong'
  readonly term: string
  constructor(step: SpfError['step'], term: string) {
    super(term)
    this.step = step
    this.term = term
  }
}

const lookupsMax = 10
const results: Record<string, SpfResult> = { '+': 'pass', '-': 'fail', '~': 'fail', '?': 'neutral' }
type SpfResult = 'pass' | 'fail' | 'neutral'

/** Whether a domain's record lists an address (RFC 7208). A term that depends on the mail, with a macro, never matches. */
async function evaluateSpf(dns: Dns, domain: string, address: string, count: { lookups: number }): Promise<SpfResult> {
  const [record, other] = spfOf(await dns.txt(domain))
  if (record === undefined || other !== undefined) throw new SpfError('spfBroken', domain)
  const terms = record.split(/\s+/).slice(1).filter(Boolean)
  for (const term of terms) {
    if (/^[a-z][\w.-]*=/i.test(term)) continue
    const [, sign = '', kind = '', value = '', bits, bits6] = /^([-+~?]?)([a-z\d]+)(?::(.+?))?(?:\/(\d+))?(?:\/\/(\d+))?$/i.exec(term) ?? []
    if (await matches(term, kind.toLowerCase(), value, { bits, bits6 })) return results[sign || '+'] ?? 'neutral'
  }
  const redirect = terms.find((term) => /^redirect=/i.test(term))?.slice('redirect='.length)
  if (redirect === undefined) return 'neutral'
  countLookup(redirect)
  return evaluateSpf(dns, redirect, address, count)

  function countLookup(term: string) {
    if (++count.lookups > lookupsMax) throw new SpfError('spfLong', term)
  }

  async function matches(
    term: string,
    kind: string,
    value: string,
    { bits, bits6 }: { bits?: string | undefined; bits6?: string | undefined },
  ) {
    if (kind === 'all') return true
    if (kind === 'ip4' || kind === 'ip6') {
      if (isIP(value) !== Number(kind.at(-1))) throw new SpfError('spfBroken', term)
      return isWithin(address, value, bits)
    }
    if (!/^(include|a|mx|exists|ptr)$/.test(kind) || (kind === 'include' && !value)) throw new SpfError('spfBroken', term)
    countLookup(term)
    if (value.includes('%{') || kind === 'exists' || kind === 'ptr') return false
    if (kind === 'include') return (await evaluateSpf(dns, value, address, count)) === 'pass'
    const hosts = kind === 'mx' ? await dns.mx(value || domain) : [value || domain]
    const found = await Promise.all(hosts.slice(0, lookupsMax).map((host) => dns.addresses(host)))
    return found.flat().some((one) => isWithin(address, one, isIP(one) === 4 ? bits : bits6))
  }
}

function isWithin(address: string, net: string, bits: string | undefined): boolean {
  const [version, longest] = isIP(net) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const)
  const length = Number(bits ?? longest)
  if (isIP(address) !== isIP(net) || length > longest) return false
  const list = new BlockList()
  list.addSubnet(net, length, version)
  return list.check(address, version)
}

/** Names that providers and mail servers give their DKIM keys. */
const usualSelectors = (
  'default dkim mail selector1 selector2 google k1 k2 k3 s1 s2 s1024 s2048 fm1 fm2 fm3 mandrill mailjet zoho zmail brevo1 brevo2 ' +
  'pm mg smtp mta pic krs 1 2'
).split(' ')

async function checkDkim(dns: Dns, domain: string, selector: string | undefined): Promise<MailStep> {
  const nameOf = (one: string) => `${one}._domainkey.${domain}`
  const found = await Promise.all(
    (selector ? [selector] : usualSelectors).map(async (one) => ({ one, records: await dns.txt(nameOf(one)) })),
  )
  const keys = found.flatMap(({ one, records }) => records.filter((record) => /(^|;)\s*p=/.test(record)).map((record) => ({ one, record })))
  const good = keys.find(({ record }) => isKey(record))
  if (good) return { step: 'dkimGood', values: { name: nameOf(good.one) } }
  const [broken] = keys
  if (broken) return { step: 'dkimBroken', values: { name: nameOf(broken.one) } }
  if (selector) return { step: 'dkimMissing', values: { name: nameOf(selector) } }
  return { step: 'dkimUnknown', values: {} }
}

/** A record that was cut off when it was copied has no key in it, and an empty one says that the key is revoked. */
function isKey(record: string): boolean {
  const part = (name: string) => new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(record)?.[1]?.replace(/\s/g, '') ?? ''
  const bytes = Buffer.from(part('p'), 'base64')
  if (part('k') === 'ed25519') return bytes.length === 32
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' }).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const parentsMax = 8

/** The policy of the domain, or of the nearest domain above it that has one (RFC 9989). */
async function checkDmarc(dns: Dns, domain: string): Promise<MailStep> {
  const labels = domain.split('.')
  for (let start = 0; start < Math.min(labels.length - 1, parentsMax); start++) {
    const name = `_dmarc.${labels.slice(start).join('.')}`
    const records = (await dns.txt(name)).filter((record) => /^v=DMARC1\s*(;|$)/i.test(record))
    if (records.length === 0) continue
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.exec(records[0] ?? '')?.[1]
    if (records.length > 1 || !policy) return { step: 'dmarcBroken', values: { name } }
    return { step: 'dmarcGood', values: { name, policy: policy.toLowerCase() } }
  }
  return {
    step: 'dmarcMissing',
    values: { domain },
    record: { name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` },
  }
}
