import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { Refusal } from '#server/refusal.ts'
import type { PushSettings } from '../web-push.ts'

/** A family has many names, and one fate. */
export type PushHost = { name: string; family: string; agent?: Agent }
export type PushHosts = { find(endpoint: string): PushHost | null }

const services = ['fcm.googleapis.com']
const families = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/**
 * A device tells us where to send: without this list it could make the server call anybody. Https, and the usual port but
 * for what the operator named.
 */
export function pushHosts({ pushHosts: named, pushCaFile }: Pick<PushSettings, 'pushHosts' | 'pushCaFile'>): PushHosts {
  const agent = pushCaFile ? new Agent({ ca: readCertificate(pushCaFile) }) : undefined
  return {
    find(endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : null
      if (url?.protocol !== 'https:' || url.username || url.password) return null
      // `host` names a port only where it is another than 443.
      const { host } = url
      if (named.includes(host)) return { name: host, family: host, ...(agent ? { agent } : {}) }
      if (services.includes(host)) return { name: host, family: host }
      const family = families.find((ending) => host.endsWith(ending))
      return family ? { name: host, family: family.slice(1) } : null
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
