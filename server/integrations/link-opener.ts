import type { LinkReason } from '#contract/cards/broken-links.ts'
import type { Settings } from '#server/settings.ts'
import { anyPublicHost, guardedFetch } from './guard/guarded-fetch.ts'

type LinkState = { state: 'opens' } | { state: 'unknown' } | { state: 'broken'; reason: LinkReason }
/** `hasResponse` is true if the host responded, so our own network is up. */
export type Opened = LinkState & { hasResponse: boolean }
export type LinkOpener = { open(url: string): Promise<Opened> }

const timeoutMs = 5000

/** Checks whether an address opens for a visitor. Reads only the status. */
export function createLinkOpener({ publicUrl }: Pick<Settings, 'publicUrl'>, options = anyPublicHost): LinkOpener {
  const fetch = guardedFetch(options)
  const headers = { 'user-agent': `Carte link check (+${publicUrl})`, accept: 'text/html,*/*;q=0.8' }
  return {
    async open(url) {
      try {
        const { status } = await fetch(new URL(url), { headers, timeoutMs, bytesMax: 0, isStatusEnough: true })
        return { ...checkStatus(status), hasResponse: true }
      } catch (error) {
        return { ...checkError(error), hasResponse: false }
      }
    },
  }
}

function checkStatus(status: number): LinkState {
  if (status === 404) return { state: 'broken', reason: 'not-found' }
  if (status === 410) return { state: 'broken', reason: 'gone' }
  // Other errors are meant for bots (403, 429, 999) or temporary (5xx): the page may open for a visitor.
  return { state: status >= 200 && status < 400 ? 'opens' : 'unknown' }
}

/** Errors that every browser reports. A missing intermediate is not one: browsers fetch it. */
const refusedCertificates = /^(CERT_HAS_EXPIRED|CERT_REVOKED|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT_ALTNAME_INVALID)$/

function checkError(error: unknown): LinkState {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND') return { state: 'broken', reason: 'no-host' }
  return refusedCertificates.test(code) ? { state: 'broken', reason: 'no-tls' } : { state: 'unknown' }
}
