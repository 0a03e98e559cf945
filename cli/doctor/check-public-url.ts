import { uploadLimits } from '#contract/media/upload-limits.ts'
import { listServers } from '#server/database/changes/list-servers.ts'
import type { Database } from '#server/database/database.ts'
import { signWith } from '#server/database/keyed-hash.ts'
import { askSelf } from '#server/http/monitoring/ask-self.ts'
import type { SelfCheckAnswer } from '#server/http/monitoring/self-check.ts'
import type { Reply } from '#server/integrations/guard/guarded-fetch.ts'
import { readCertificate } from '#server/integrations/guard/guarded-socket.ts'
import { codeOf } from '#server/common/code-of.ts'
import type { CommandContext } from '../command.ts'
import { bytes, count } from '../terminal/amounts.ts'
import { bad, ok, warn, type Verdict } from '../terminal/verdict.ts'

const answerMs = 15_000
const uploadMs = 60_000

/** A client address for documentation, which no visitor has: a proxy must not pass it on as the visitor's. */
const forgedAddress = '192.0.2.77'
/** Request headers that logging in and saving depend on, and those that only save time. */
const neededHeaders = { cookie: 'self-check=1', 'x-csrf': '1', 'sec-fetch-site': 'same-origin' }
const usefulHeaders = { 'if-none-match': '"none"', range: 'bytes=0-0', 'accept-language': 'en' }
const responseHeaders = ['content-security-policy', 'x-content-type-options', 'x-request-id', 'cache-control']

/** Asks PUBLIC_URL as a visitor would, from this machine, and looks at what arrives and what comes back. */
export async function checkPublicUrl(context: CommandContext): Promise<Verdict[]> {
  const { settings } = context
  const opened = await context.open().catch(() => null)
  if (!opened) return [warn('not checked: without the database, this installation can’t be recognized.')]
  const { database } = opened
  const { origin } = new URL(settings.publicUrl)
  const headers = { ...neededHeaders, ...usefulHeaders, origin, 'x-forwarded-for': forgedAddress }
  const ask = (body: string | Buffer, timeoutMs: number) =>
    askSelf(signWith(database.db), origin, { headers, body, timeoutMs }).catch((error: unknown) => codeOf(error) || String(error))

  const first = await ask('1', answerMs)
  if (typeof first === 'string') return [await explainUnreachable(database, settings.publicUrl, first)]
  const { reply, answer } = first
  if (!answer) return [explainForeign(reply, settings.publicUrl)]
  const verdicts = [ok(`${settings.publicUrl} is answered by this installation.`), describeClientAddress(answer, settings.trustProxy)]

  const missing = (names: string[]) => names.filter((name) => !answer.headers.includes(name))
  const removed = missing([...Object.keys(neededHeaders), 'origin'])
  if (removed.length > 0)
    verdicts.push(bad(`the proxy removes ${removed.join(', ')} from requests, so no one can log in or save. Let it pass them on.`))
  const unused = missing(Object.keys(usefulHeaders))
  if (unused.length > 0) verdicts.push(warn(`the proxy removes ${unused.join(', ')} from requests. Let it pass them on.`))
  const lost = responseHeaders.filter((name) => !reply.headers.has(name))
  if (lost.length > 0) verdicts.push(warn(`the proxy removes ${lost.join(', ')} from responses. Let it pass them on.`))

  const large = await ask(Buffer.alloc(uploadLimits.bytesMax), uploadMs)
  const limit = bytes(uploadLimits.bytesMax)
  if (typeof large !== 'string' && large.answer?.bytes === uploadLimits.bytesMax) verdicts.push(ok(`uploads of ${limit} pass.`))
  else {
    const why = typeof large === 'string' ? large : large.reply.status
    verdicts.push(
      bad(`uploads of ${limit} don’t pass (${why}). Raise the proxy’s limit for request bodies: client_max_body_size in nginx.`),
    )
  }
  return verdicts
}

async function explainUnreachable({ db }: Pick<Database, 'db'>, publicUrl: string, code: string): Promise<Verdict> {
  // This command is one of them.
  if ((await listServers(db)).length < 2) return warn('not checked, because no server is running. Start it, then run this again.')
  const isUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  if (isUnknown) return bad(`the DNS doesn’t know the host of ${publicUrl}. Add an A or AAAA record, or correct PUBLIC_URL.`)
  return bad(
    `${publicUrl} can’t be reached from this machine (${code}). Check proxy and firewall. If a phone on mobile data can open it, your router just doesn’t route back its own address.`,
  )
}

function explainForeign({ status, headers }: Reply, publicUrl: string): Verdict {
  if (status >= 300 && status < 400)
    return bad(`${publicUrl} redirects to ${headers.get('location') ?? 'another address'}. Set PUBLIC_URL to the address people use.`)
  if (status === 502 || status === 504)
    return bad(`the proxy at ${publicUrl} can’t reach Carte (${status}). Check the address it forwards to.`)
  if (status === 503) return warn(`${publicUrl} is overloaded or starting (503). Run this again.`)
  return bad(
    `${publicUrl} is answered by something else (${status}): another installation or website. Check PUBLIC_URL and where the proxy forwards.`,
  )
}

/** Rate limits count by client address, which a proxy must add at the end of X-Forwarded-For. */
function describeClientAddress({ forwardedFor }: SelfCheckAnswer, trustProxy: boolean): Verdict {
  const last = forwardedFor?.split(',').at(-1)?.trim() ?? null
  if (trustProxy) {
    if (last === null)
      return bad('the proxy removes X-Forwarded-For, so all visitors share one rate limit. Let it add the client’s address.')
    if (last === forgedAddress)
      return bad(
        'nothing adds the client’s address to X-Forwarded-For, so anyone can evade rate limits. Let the proxy add it, or set TRUST_PROXY=off.',
      )
    return ok('the proxy adds the client’s address to X-Forwarded-For.')
  }
  if (last === forgedAddress) return ok('no proxy that changes X-Forwarded-For is in front.')
  return warn(
    'a proxy is in front, so all visitors share one rate limit. If it adds the client’s address to X-Forwarded-For, set TRUST_PROXY=on.',
  )
}

const dayMs = 86_400_000
const daysMin = 14

export async function checkTls({ settings, clock }: CommandContext): Promise<Verdict> {
  const url = new URL(settings.publicUrl)
  if (url.protocol === 'http:') {
    // Browsers treat these as secure.
    if (/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) return ok('not needed on this machine.')
    return warn(
      'PUBLIC_URL is http: phones can’t install a card or show notifications, and passwords can be read. Put a proxy with TLS in front.',
    )
  }
  let found: Awaited<ReturnType<typeof readCertificate>>
  try {
    found = await readCertificate(url, answerMs)
  } catch (error) {
    return bad(`${url.host} doesn’t answer with TLS (${codeOf(error) || error}). Check the proxy.`)
  }
  const days = Math.floor((found.validTo.getTime() - clock.now().getTime()) / dayMs)
  if (days < 0) return bad(`the certificate of ${url.host} expired ${count(-days, 'day')} ago. Renew it.`)
  if (found.error)
    return bad(
      `this machine doesn’t trust the certificate of ${url.host} (${found.error}). Send the whole chain; for a CA of your own, set NODE_EXTRA_CA_CERTS.`,
    )
  if (days < daysMin) return warn(`the certificate of ${url.host} ends in ${count(days, 'day')}. See why it isn’t renewed by itself.`)
  return ok(`the certificate of ${url.host} is valid for ${count(days, 'day')}.`)
}
