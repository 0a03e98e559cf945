import { fieldOf, initialOf, settingNames, type SettingName } from '#contract/cards/card-fields.ts'
import type { CardSettings, HomepageSetting } from '#contract/cards/cards.ts'
import type { DraftKey, EditedCard } from '#contract/cards/drafts.ts'
import type { StoredSettings } from '#contract/cards/stored-card.ts'

type WholeSettings = Required<StoredSettings> & Pick<CardSettings, 'connectClientsSetting'>
type EditedSettings = Pick<EditedCard, SettingName & DraftKey>

const editedNames = settingNames.filter((name) => fieldOf[name].section !== undefined)
const keyOf = (name: SettingName) => name.slice('settings.'.length)

/** Every setting and no other key; unset ones have the value of a new card. The table's values have the types of the schemas. */
function wholeSettings(stored: StoredSettings): WholeSettings {
  const entries = settingNames.map((name) => [keyOf(name), Reflect.get(stored, keyOf(name)) ?? initialOf(name)])
  const settings = Object.fromEntries(entries) as WholeSettings
  const usual = initialOf('settings.connectClientsSetting') as CardSettings['connectClientsSetting']
  return { ...settings, connectClientsSetting: { ...usual, ...stored.connectClientsSetting } }
}

/** The settings as in API responses. */
export function readSettings(stored: StoredSettings, homepageSettings: HomepageSetting[]): CardSettings {
  const { homepage: _, mobileLayoutAlign, mobileFontSize, ...settings } = wholeSettings(stored)
  return {
    homepageSettings,
    ...settings,
    '{product}MobileLayoutAlign': mobileLayoutAlign,
    '{product}MobileFontSize': mobileFontSize,
  }
}

/** The settings under a draft's keys, with a prefix each. */
export function editedSettings(stored: StoredSettings): EditedSettings {
  const whole = wholeSettings(stored)
  return Object.fromEntries(editedNames.map((name) => [name, Reflect.get(whole, keyOf(name))])) as EditedSettings
}

/** The reverse. */
export const storedSettings = (edited: EditedSettings): StoredSettings =>
  Object.fromEntries(editedNames.map((name) => [keyOf(name), Reflect.get(edited, name)]))
