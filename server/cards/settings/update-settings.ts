import type { z } from 'zod'
import { placeOf } from '#common/place.ts'
import { beginningOf } from '#contract/text/beginning-of.ts'
import type { cards, Location, SettingsUpdate } from '#contract/cards/cards.ts'
import { captureDelayMaxSeconds } from '#contract/constants.ts'
import { languages } from '#contract/languages.ts'
import { sayFault } from '#contract/cards/draft-faults.ts'
import { homepageKeys, type HomepageKey } from '#contract/cards/drawing.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import { parseFields } from '../editor/parse-fields.ts'
import { readOwnCard, type OwnCard } from '../owned/read-own-card.ts'
import type { StoredSettings } from '#contract/cards/stored-card.ts'
import { ownOf } from '#contract/own-of.ts'
import { setLanguage } from '#server/accounts/set-language.ts'

export type OwnerNeeds = { db: Db; clock: Clock; changes: Changes }
type Update = z.output<typeof SettingsUpdate>
type Change = (settings: StoredSettings) => StoredSettings

/** Kinds of change by the number the specification gives them. */
const kinds = { homepage: 0, capture: 1, tags: 16 } as const

/** Changes one setting of one's own card. The rest stays as it is, also what another window changed meanwhile. */
export async function updateSettings(needs: OwnerNeeds, caller: Caller, update: Update): Promise<void> {
  const card = await readKeyed(needs, caller, update)
  const change = changeOf(update, card)
  await needs.changes.write(async (tx, tell) => {
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    const { settings } = parseFields({ settings: change(now.settings) })
    await updateSubject(tx, now.id, { settings: settings ?? {} }, needs.clock.now())
    tell(`card:${now.id}`)
  })
}

/** The card that the call names twice, by alias and by key: both must be one's own. */
async function readKeyed(needs: OwnerNeeds, caller: Caller, { alias, key }: { alias: string; key: string }): Promise<OwnCard> {
  const card = await readOwnCard(needs, caller, alias)
  if (key !== card.subject.key) throw problem('card-not-found')
  return card
}

function changeOf({ updateType, setting, value }: Update, card: OwnCard): Change {
  if (updateType === kinds.homepage) return homepageChange(setting, value)
  if (updateType === kinds.capture) return captureChange(setting.replace(/^connectClientsSetting\./, ''), value, card)
  if (updateType === kinds.tags) return tagsChange(setting, value, card)
  throw unknown('updateType', 'There is no such kind of change.')
}

function homepageChange(setting: string, value: Update['value']): Change {
  const key = homepageKeys.find((name): name is HomepageKey => name === setting)
  if (!key) throw unknown('setting', 'No settings selected.')
  const isShown = flag(value)
  return (settings) => ({ ...settings, homepage: { ...settings.homepage, [key]: isShown } })
}

function captureChange(name: string, value: Update['value'], { may }: OwnCard): Change {
  if (!may('ConnectedClientLabels')) throw problem('not-allowed', { detail: 'This is a PRO feature.' })
  const change = name === 'timeout' ? { timeout: seconds(value) } : isFlag(name) ? { [name]: flag(value) } : null
  if (!change) throw unknown('setting', 'No settings selected.')
  return (settings) => ({ ...settings, connectClientsSetting: { ...settings.connectClientsSetting, ...change } })
}

function tagsChange(setting: string, value: Update['value'], { may }: OwnCard): Change {
  if (!may('ConnectedClientLabels')) throw problem('not-allowed', { detail: 'Labels come with PRO.' })
  if (!/^(connectClientsSetting\.)?applyTags$/.test(setting) || typeof value !== 'string') throw unknown('setting', 'No settings selected.')
  const labels = [...new Set(value.split(',').flatMap((label) => beginningOf(label.trim(), 60) || []))].slice(0, 20)
  return (settings) => ({ ...settings, connectClientsSetting: { ...settings.connectClientsSetting, applyTags: labels.join(',') } })
}

const isFlag = (name: string) => name === 'enabled' || name === 'desktopEnabled'

function flag(value: Update['value']): boolean {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 1) return true
  if (value === 'false' || value === 0) return false
  throw unknown('value', 'This is either on or off.')
}

/** As text, only as people write a number. */
function seconds(value: Update['value']): number {
  const isPlain = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()))
  const number = isPlain ? Number(value) : Number.NaN
  if (!(number >= 0 && number <= captureDelayMaxSeconds)) throw unknown('value', sayFault('secondsWrong'))
  return number
}

const unknown = (path: string, message: string) => problem('input-invalid', { faults: [{ path, message }] })

type Input = z.output<(typeof cards)['cards.updateLocationSettings']['input']>

/** Saves where the office is, as its owner found it. An address in parts becomes the card's own; one line is taken for the one it has. */
export async function updateLocationSettings(needs: OwnerNeeds, caller: Caller, input: Input): Promise<void> {
  const card = await readKeyed(needs, caller, input)
  const { lat, lng, address } = input
  await needs.changes.write(async (tx, tell) => {
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    const { street, city, state, zip } = placeOf(now)
    const at: z.output<typeof Location>['address'] =
      typeof address === 'string' ? { address_line_1: street, city, state, zip_code: zip } : address
    const own =
      typeof address === 'string'
        ? {}
        : { companyAddress: at.address_line_1, companyCity: at.city, companyState: at.state, companyZip: at.zip_code }
    await updateSubject(tx, now.id, { ...own, settings: { ...now.settings, location: { lat, lng, address: at } } }, needs.clock.now())
    tell(`card:${now.id}`)
  })
}

/** What a card may decide otherwise than its installation. */
const known: Record<string, (value: unknown) => boolean> = {
  language: (value) => value === '' || languages.some((tag) => tag === value),
}

/** Changes one application setting of one's own card. */
export async function updateApplicationSettings(needs: OwnerNeeds, caller: Caller, update: z.output<typeof SettingsUpdate>): Promise<void> {
  const card = await readKeyed(needs, caller, update)
  const isRight = ownOf(known, update.setting)
  if (!isRight) throw problem('input-invalid', { faults: [{ path: 'setting', message: 'No settings selected.' }] })
  if (!isRight(update.value)) throw problem('input-invalid', { faults: [{ path: 'value', message: 'This value isn’t valid.' }] })
  await needs.changes.write(async (tx, tell) => {
    // Who chooses a language for everywhere means the mails, too. Before the card, as all who hold both.
    if (update.setting === 'language' && caller.kind === 'owner') await setLanguage(tx, caller.accountId, String(update.value))
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    const applicationSettings = { ...now.applicationSettings, [update.setting]: update.value }
    await updateSubject(tx, now.id, { applicationSettings }, needs.clock.now())
    tell(`card:${now.id}`)
  })
}
