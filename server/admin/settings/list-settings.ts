import type { AdminSetting } from '#contract/admin/admin.ts'
import { readAccount } from '#server/accounts/read-account.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { parseSettings, publicUrlOf, textInEnvironment, type Settings } from '#server/settings.ts'
import { descriptions, type Description } from '#server/settings/descriptions.ts'
import { readStoredSettings, textsOf } from '#server/settings/stored-settings.ts'

type Deps = {
  db: Db
  clock: Clock
  settings: Settings
  environment: NodeJS.ProcessEnv
}

/** Every setting: its value, what set it, and the value in use until a restart. */
export async function listSettings({ db, clock, settings, environment }: Deps): Promise<{ settings: AdminSetting[] }> {
  const stored = await readStoredSettings(db, clock.now())
  const ids = [...new Set(Object.values(stored).flatMap(({ by }) => by || []))]
  const accounts = new Map(await Promise.all(ids.map(async (id) => [id, await readAccount(db, id)] as const)))
  // A server whose environment contradicts them shows them, too.
  const parsed = parseSettings(environment, { allowsUnknown: true, stored: textsOf(stored) })
  const saved = { ...parsed, publicUrl: publicUrlOf(parsed) }
  const entries = Object.entries(descriptions) as [keyof Settings, Description][]
  return {
    settings: entries.map(([key, { name, group, change, fallback, read }]) => {
      const fixed = textInEnvironment(environment, name)
      const own = fixed === '' ? stored[name] : undefined
      const text = fixed || (own?.value ?? fallback)
      const show = (plain: string) => (read.isSecret ? hint(plain) : plain)
      const waits = change === 'restart' && write(saved[key]) !== write(settings[key])
      return {
        name,
        group,
        kind: kindOf(read),
        choices: [...(read.choices ?? [])],
        value: show(text || (key === 'publicUrl' ? saved.publicUrl : '')),
        source: fixed ? 'environment' : own ? 'stored' : 'default',
        change: fixed || !change ? 'environment' : change,
        setAt: own?.at ?? null,
        setBy: (own && accounts.get(own.by)?.name) || null,
        running: waits ? show(write(settings[key])) : null,
      }
    }),
  }
}

function kindOf({ choices, isSecret }: Description['read']): AdminSetting['kind'] {
  if (isSecret) return 'secret'
  if (!choices) return 'text'
  return choices.join() === 'on,off' ? 'switch' : 'choice'
}

function write(value: Settings[keyof Settings]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}

/** The part that identifies a secret: the end of a key, the host of an address. A user's name may be a secret, too. */
function hint(text: string): string {
  if (text === '') return ''
  const [, scheme = ''] = /^([a-z]+:\/\/)/.exec(text) ?? []
  const place = text.slice(text.lastIndexOf('@') + 1).replace(/[?#].*$/, '')
  if (scheme) return text.includes('@') ? `${scheme}••••@${place}` : place
  return `••••••••${text.length < 12 ? '' : text.slice(-4)}`
}
