import type { LinkReason } from '#contract/cards/broken-links.ts'
import type { Settings } from '#server/settings.ts'
import { guardedFetch, type Way } from './guard/guarded-fetch.ts'

type Judged = { state: 'opens' } | { state: 'unknown' } | { state: 'broken'; reason: LinkReason }
/** `isAnswer` is true if the host said something, so our own network is up. */
export type Opened = Judged & { isAnswer: boolean }
export type LinkOpener = { open(url: string): Promise<Opened> }

const timeoutMs = 5000
const anybody: Way = { whom: { named: [], known: 'anybody' } }

/** Tells whether a visitor would find something at an address. Reads the status and nothing else. */
export function createLinkOpener({ publicUrl }: Pick<Settings, 'publicUrl'>, way = anybody): LinkOpener {
  const fetch = guardedFetch(way)
  const headers = { 'user-agent': `Carte link check (+${publicUrl})`, accept: 'text/html,*/*;q=0.8' }
  return {
    async open(url) {
      try {
        const { status } = await fetch(new URL(url), { headers, timeoutMs, bytesMax: 0, isStatusEnough: true })
        return { ...judgeStatus(status), isAnswer: true }
      } catch (error) {
        return { ...judgeError(error), isAnswer: false }
      }
    },
  }
}

function judgeStatus(status: number): Judged {
  if (status === 404) return { state: 'broken', reason: 'not-found' }
  if (status === 410) return { state: 'broken', reason: 'gone' }
  // Other refusals are meant for a program that asks (403, 429, 999) or pass (5xx): a visitor may well find the page.
  return { state: status >= 200 && status < 400 ? 'opens' : 'unknown' }
}

/** Certificates that every browser warns of. A missing intermediate is not one: browsers find it. */
const refusedCertificates = /^(CERT_HAS_EXPIRED|CERT_REVOKED|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT_ALTNAME_INVALID)$/

function judgeError(error: unknown): Judged {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND') return { state: 'broken', reason: 'no-host' }
  return refusedCertificates.test(code) ? { state: 'broken', reason: 'no-tls' } : { state: 'unknown' }
}
