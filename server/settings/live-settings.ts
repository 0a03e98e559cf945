import { setTimeout as wait } from 'node:timers/promises'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { readSettings, textInEnvironment, type Settings } from '#server/settings.ts'
import { UserError } from '#server/common/user-error.ts'
import { descriptions, type Description } from './descriptions.ts'
import { readStoredSettings, textsOf } from './stored-settings.ts'

export type LiveSettings = {
  /** The variables of this process, which an administrator can't override. */
  environment: NodeJS.ProcessEnv
  /** Reads the stored ones again. Those that need a restart stay as they are. */
  reload(): Promise<void>
  /** Reads them once more, since what was stored while the server started was not announced to it. */
  follow(changes: Changes, effects: Effects): Promise<() => void>
}

type Effects = {
  /** Runs before settings that were read are used. If it fails, the server continues with those it has, and tries again. */
  prepare?: (next: Settings) => Promise<void>
  onChange: () => void
}

const retryMs = 5000

type Deps = { db: Db; clock: Clock; log: Log }
type Key = keyof Settings

/** Completes `settings`, which all code reads at each request, with what administrators stored. */
export async function openLiveSettings(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  { db, clock, log }: Deps,
): Promise<LiveSettings> {
  const atStart = { ...settings }
  let effects: Effects = { onChange: () => {} }
  const described = Object.entries(descriptions) as [Key, Description][]
  const readStored = async () => textsOf(await readStoredSettings(db, clock.now()))

  async function set(next: Partial<Settings>) {
    await effects.prepare?.({ ...settings, ...next })
    const isSame = Object.entries(next).every(([key, value]) => JSON.stringify(value) === JSON.stringify(settings[key as Key]))
    if (isSame) return
    Object.assign(settings, next)
    effects.onChange()
  }

  // Each of these is valid by itself: what contradicts others needs a restart.
  async function readAgain() {
    const stored = await readStored()
    const own = described.filter(([, { change }]) => change === 'now')
    await set(
      Object.fromEntries(
        own.map(([key, { name, read }]) => {
          const text = textInEnvironment(environment, name) === '' ? stored[name] : undefined
          return [key, text === undefined ? atStart[key] : read(text)]
        }),
      ),
    )
  }

  const stored = await readStored()
  const complete = withHint(() => readSettings(environment, { allowsUnknown: true, stored }))
  const changeable = described.filter(([, { name }]) => stored[name] !== undefined && textInEnvironment(environment, name) === '')
  await set(Object.fromEntries(changeable.map(([key]) => [key, complete[key]])))

  // One after the other: an earlier read must not overwrite a later one.
  let last = Promise.resolve()
  const reload = () => (last = last.catch(() => {}).then(readAgain))
  const stopped = new AbortController()
  async function reloadUntilDone() {
    for (let isDone = false; !isDone && !stopped.signal.aborted;) {
      isDone = await reload().then(
        () => true,
        (error: unknown) => {
          log.error('settings-not-read', { error })
          return false
        },
      )
      if (!isDone) await wait(retryMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
    }
  }
  return {
    environment,
    reload,
    async follow(changes, newEffects) {
      effects = newEffects
      const stop = changes.on((change) => {
        if (change === 'installation:settings' || change === 'everything') void reloadUntilDone()
      })
      await reload()
      return () => {
        stopped.abort()
        stop()
      }
    },
  }
}

/** What an administrator stored was right then; only a change of the environment since can contradict it. */
function withHint<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(
      `${error.message}\nAn administrator has changed settings: npm run carte -- settings list shows which, npm run carte -- settings reset NAME… sets them back.`,
    )
  }
}
