import { readFileSync } from 'node:fs'
import { UserError } from '#server/common/user-error.ts'
import { reachOf, type AllowedHosts } from '../guard/allowed-hosts.ts'
import type { PushSettings } from '../web-push.ts'

/** `family` groups the hosts of one service, for its circuit breaker. */
type PushHost = { name: string; family: string }
type PushHosts = { allow: AllowedHosts; ca: Buffer | undefined; find(endpoint: string): PushHost | null }

/** A leading dot allows all subdomains. */
const pushServices = ['fcm.googleapis.com', '.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/**
 * Browsers choose the endpoint: without this list they could make the server call any host. Only https on port 443, except for the
 * configured hosts.
 */
export function pushHosts({ pushHosts: configured, pushCaFile }: Pick<PushSettings, 'pushHosts' | 'pushCaFile'>): PushHosts {
  const allow = { configured, listed: pushServices }
  return {
    allow,
    ca: pushCaFile ? readCertificate(pushCaFile) : undefined,
    find(endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : null
      if (url?.protocol !== 'https:') return null
      const { host } = url
      const reach = reachOf(url, allow)
      if (reach === 'listed')
        return { name: host, family: pushServices.find((ending) => host.endsWith(ending))?.replace(/^\./, '') ?? host }
      return reach && { name: host, family: host }
    },
  }
}

function readCertificate(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new UserError(`PUSH_CA_FILE can’t be read: ${file}. Set it to a readable PEM file, or unset it.`)
  }
}
