import { stepKinds, type StepKind } from './suggest-steps.ts'

const weekMs = 7 * 86_400_000
/** A cookie's size is limited: the oldest are dropped first. */
const entriesMax = 40
const cookie = /(?:^|;\s*)dismissed=([\w.~-]{0,3000})(?:;|$)/
const entry = /^([\w-]+)\.([a-zA-Z]+)\.(\d{1,12})$/

type Entry = { alias: string; kind: StepKind; until: number }

/** Steps dismissed on this device, in a cookie for a week. A step that still applies shows again afterwards. */
export function readDismissed({ headers }: Pick<Request, 'headers'>, now: number): Entry[] {
  const [, text = ''] = cookie.exec(headers.get('cookie') ?? '') ?? []
  return text.split('~').flatMap((one) => {
    const [, alias, name, seconds] = entry.exec(one) ?? []
    const kind = stepKinds.find((known) => known === name)
    const until = Number(seconds) * 1000
    return alias && kind && until > now && until <= now + weekMs ? [{ alias, kind, until }] : []
  })
}

export const dismissedOf = (entries: readonly Entry[], alias: string): Set<StepKind> =>
  new Set(entries.filter((one) => one.alias === alias).map(({ kind }) => kind))

/** The cookie with one more dismissed step; null for an unknown step. */
export function dismissCookie(
  request: Pick<Request, 'headers' | 'url'>,
  { alias, kind }: { alias: string; kind: string },
  now: number,
): string | null {
  const known = stepKinds.find((one) => one === kind)
  if (!known || !/^[\w-]{1,80}$/.test(alias)) return null
  const others = readDismissed(request, now).filter((one) => one.alias !== alias || one.kind !== known)
  const entries = [...others, { alias, kind: known, until: now + weekMs }].slice(-entriesMax)
  const text = entries.map((one) => `${one.alias}.${one.kind}.${Math.floor(one.until / 1000)}`).join('~')
  // For the whole site: client navigation requests the page's data at /account.data.
  return `dismissed=${text}; Path=/; Max-Age=${weekMs / 1000}; HttpOnly; SameSite=Lax${request.url.startsWith('https:') ? '; Secure' : ''}`
}
