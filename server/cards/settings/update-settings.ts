import type { z } from 'zod'
import { placeOf } from '#common/place.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import type { cards, Location, SettingsUpdate } from '#contract/cards/cards.ts'
import { captureDelayMaxSeconds, tagLettersMax, tagsMax } from '#contract/constants.ts'
import { languages } from '#contract/languages.ts'
import { homepageKeys, type HomepageKey } from '#contract/cards/drawing.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { fieldIssue, importIssue } from '#server/common/field-issue.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import { readOwnCard, type OwnCard } from '../owned/read-own-card.ts'
import type { StoredSettings } from '#contract/cards/stored-card.ts'
import { ownProperty } from '#common/own-property.ts'
import { setLanguage } from '#server/accounts/set-language.ts'

export type OwnerDeps = PlanReader & { changes: Changes }
type Update = z.output<typeof SettingsUpdate>
type Change = (settings: StoredSettings) => StoredSettings

/** The update types with the numbers of the specification. */
const kinds = { homepage: 0, capture: 1, tags: 16 } as const

/** Changes one setting of the caller's card; concurrent changes to other settings survive. */
export async function updateSettings(deps: OwnerDeps, caller: Caller, update: Update): Promise<void> {
  const card = await readKeyed(deps, caller, update)
  const change = changeOf(update, card)
  await deps.changes.write(async (tx, publish) => {
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    // Only the change is checked: another setting may have been stored before it had limits.
    await updateSubject(tx, now.id, { settings: change(now.settings) }, deps.clock.now())
    publish(`card:${now.id}`)
  })
}

/** The card named by both alias and key, which must be the caller's. */
async function readKeyed(deps: OwnerDeps, caller: Caller, { alias, key }: { alias: string; key: string }): Promise<OwnCard> {
  const card = await readOwnCard(deps, caller, alias)
  if (key !== card.subject.key) throw problem('card-not-found')
  return card
}

function changeOf({ updateType, setting, value }: Update, card: OwnCard): Change {
  if (updateType === kinds.homepage) return homepageChange(setting, value)
  if (updateType === kinds.capture) return captureChange(setting.replace(/^connectClientsSetting\./, ''), value, card)
  if (updateType === kinds.tags) return tagsChange(setting, value, card)
  throw problem('input-invalid', { issues: [fieldIssue('updateType', 'updateTypeUnknown')] })
}

function homepageChange(setting: string, value: Update['value']): Change {
  const key = homepageKeys.find((name): name is HomepageKey => name === setting)
  if (!key) throw settingMissing()
  const isVisible = flag(value)
  return (settings) => ({ ...settings, homepage: { ...settings.homepage, [key]: isVisible } })
}

function captureChange(name: string, value: Update['value'], { may }: OwnCard): Change {
  if (!may('ConnectedClientLabels')) throw problem('not-allowed', { detail: 'This is a PRO feature.' })
  const change = name === 'timeout' ? { timeout: seconds(value) } : isFlag(name) ? { [name]: flag(value) } : null
  if (!change) throw settingMissing()
  return (settings) => ({ ...settings, connectClientsSetting: { ...settings.connectClientsSetting, ...change } })
}

function tagsChange(setting: string, value: Update['value'], { may }: OwnCard): Change {
  if (!may('ConnectedClientLabels')) throw problem('not-allowed', { detail: 'Labels are a PRO feature.' })
  if (!/^(connectClientsSetting\.)?applyTags$/.test(setting) || typeof value !== 'string') throw settingMissing()
  const labels = [...new Set(value.split(',').flatMap((label) => beginningOf(label.trim(), tagLettersMax) || []))].slice(0, tagsMax)
  return (settings) => ({ ...settings, connectClientsSetting: { ...settings.connectClientsSetting, applyTags: labels.join(',') } })
}

const isFlag = (name: string) => name === 'enabled' || name === 'desktopEnabled'

function flag(value: Update['value']): boolean {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 1) return true
  if (value === 'false' || value === 0) return false
  throw problem('input-invalid', { issues: [{ path: 'value', ...importIssue('mustBeBoolean') }] })
}

/** Text counts only as a plain decimal number. */
function seconds(value: Update['value']): number {
  const isPlain = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()))
  const number = isPlain ? Number(value) : Number.NaN
  if (!(number >= 0 && number <= captureDelayMaxSeconds))
    throw problem('input-invalid', { issues: [fieldIssue('value', 'secondsInvalid')] })
  return number
}

const settingMissing = () => problem('input-invalid', { issues: [fieldIssue('setting', 'settingMissing')] })

type Input = z.output<(typeof cards)['cards.updateLocationSettings']['input']>

/** Saves the office's location. A structured address becomes the card's address; a single line means the one it has. */
export async function updateLocationSettings(deps: OwnerDeps, caller: Caller, input: Input): Promise<void> {
  const card = await readKeyed(deps, caller, input)
  const { lat, lng, address } = input
  await deps.changes.write(async (tx, publish) => {
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    const { street, city, state, zip } = placeOf(now)
    const at: z.output<typeof Location>['address'] =
      typeof address === 'string' ? { address_line_1: street, city, state, zip_code: zip } : address
    const own =
      typeof address === 'string'
        ? {}
        : { companyAddress: at.address_line_1, companyCity: at.city, companyState: at.state, companyZip: at.zip_code }
    await updateSubject(tx, now.id, { ...own, settings: { ...now.settings, location: { lat, lng, address: at } } }, deps.clock.now())
    publish(`card:${now.id}`)
  })
}

/** Application settings that a card can override. */
const known: Record<string, (value: unknown) => boolean> = {
  language: (value) => value === '' || languages.some((tag) => tag === value),
}

/** Changes an application setting of the caller's card. */
export async function updateApplicationSettings(deps: OwnerDeps, caller: Caller, update: z.output<typeof SettingsUpdate>): Promise<void> {
  const card = await readKeyed(deps, caller, update)
  const isRight = ownProperty(known, update.setting)
  if (!isRight) throw settingMissing()
  if (!isRight(update.value)) throw problem('input-invalid', { issues: [fieldIssue('value', 'invalid')] })
  await deps.changes.write(async (tx, publish) => {
    // The language also applies to emails. Lock the account before the card, as everywhere.
    if (update.setting === 'language' && caller.kind === 'owner') await setLanguage(tx, caller.accountId, String(update.value))
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    const applicationSettings = { ...now.applicationSettings, [update.setting]: update.value }
    await updateSubject(tx, now.id, { applicationSettings }, deps.clock.now())
    publish(`card:${now.id}`)
  })
}
