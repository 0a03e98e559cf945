import type { UrlIssue } from '#contract/connections.ts'
import { isPrivateName, type Settings } from '#server/settings.ts'
import { createBreakers, type Breakers } from './breaker.ts'
import { refuseAddress } from './guard/guarded-lookup.ts'
import { reachOf, type AllowedHosts } from './guard/allowed-hosts.ts'
import { createReceiverClient, headerText, type ReceiverAnswer, type ReceiverOptions, type ReceiverPause } from './receiver-client.ts'

/** Whether its host is switched off, the database knows. */
type AddressIssue = Exclude<UrlIssue, 'off'>

export type Webhooks = {
  post(url: string, request: { body: string; headers: Record<string, string> }): Promise<ReceiverAnswer | ReceiverPause>
  /** What is wrong with an address; null if events can be sent to it. */
  issueOfUrl(url: string): AddressIssue | null
}

/** Posts events to the addresses of connections: public hosts over https, and those in WEBHOOK_HOSTS. */
export function createWebhooks(
  { webhookHosts, publicUrl, productName }: Pick<Settings, 'webhookHosts' | 'publicUrl' | 'productName'>,
  breakers: Breakers = createBreakers(),
  options: ReceiverOptions = {},
): Webhooks {
  const allow: AllowedHosts = { configured: webhookHosts, listed: 'any' }
  const call = createReceiverClient({ allow, agent: `${headerText(productName)} webhooks (+${publicUrl})`, breakers, ...options })
  return {
    issueOfUrl: (url) => issueOfUrl(url, allow),
    post: (url, request) => call(url, { method: 'POST', ...request }),
  }
}

function issueOfUrl(text: string, allow: AllowedHosts): AddressIssue | null {
  if (!URL.canParse(text)) return 'address'
  const url = new URL(text)
  if (url.username || url.password) return 'login'
  const reach = reachOf(url, allow)
  if (!reach) return url.protocol === 'https:' ? 'port' : 'https'
  try {
    refuseAddress(url.hostname, reach)
  } catch {
    return 'private'
  }
  return reach === 'listed' && !url.hostname.startsWith('[') && isPrivateName(url.hostname) ? 'private' : null
}
