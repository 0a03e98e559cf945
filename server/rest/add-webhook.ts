import type { EventType } from '#contract/connections.ts'
import type { NewWebhook } from '#contract/rest.ts'
import { createConnection, type CreateDeps } from '#server/connections/create-connection.ts'
import type { Caller } from '#server/http/calls/mount.ts'

type Added = { id: string; url: string; types: EventType[]; secret: string }

export async function addWebhook(deps: CreateDeps, caller: Caller, alias: string, input: NewWebhook): Promise<Added> {
  const { targetUrl = '', event, isFull } = input
  const { url = targetUrl, types = event ? [event] : [] } = input
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const preset = host === 'hooks.zapier.com' ? 'zapier' : 'own'
  const { name = host.slice(0, 80) } = input
  return {
    ...(await createConnection(deps, caller, { alias, preset, name, url, types, isFull })),
    url: new URL(url).href,
    types: [...new Set(types)],
  }
}
