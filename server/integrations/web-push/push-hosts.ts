import { readFileSync } from 'node:fs'
import { Refusal } from '#server/refusal.ts'
import { reachOf, type Whom } from '../guard/whom.ts'
import type { PushSettings } from '../web-push.ts'

/** A family has many names, and one fate. */
type PushHost = { name: string; family: string }
type PushHosts = { whom: Whom; ca: Buffer | undefined; find(endpoint: string): PushHost | null }

/** Those with a dot in front have many names. */
const services = ['fcm.googleapis.com', '.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/**
 * A device tells us where to send: without this list it could make the server call anybody. Https, and the usual port but
 * for what the operator named.
 */
export function pushHosts({ pushHosts: named, pushCaFile }: Pick<PushSettings, 'pushHosts' | 'pushCaFile'>): PushHosts {
  const whom = { named, known: services }
  return {
    whom,
    ca: pushCaFile ? readCertificate(pushCaFile) : undefined,
    find(endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : null
      if (url?.protocol !== 'https:') return null
      const { host } = url
      const reach = reachOf(url, whom)
      if (reach === 'known') return { name: host, family: services.find((ending) => host.endsWith(ending))?.replace(/^\./, '') ?? host }
      return reach && { name: host, family: host }
    },
  }
}

function readCertificate(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new Refusal(`PUSH_CA_FILE cannot be read: ${file}. Name a file (PEM) that this program may read, or unset it.`)
  }
}
