import { domainsField, removeField } from '../../../platform/setting-fields.ts'
import { signUpChoices, type SettingView } from './settings-view.ts'

type Control = HTMLInputElement | HTMLSelectElement
type Saved = Readonly<Record<string, string | boolean>>

/** Domains that may sign up; empty if it is one of the choices. */
export const domainsIn = (rule: string) => (signUpChoices.some((one) => one === rule) ? '' : rule)

/** What the controls of a setting show while nothing is changed, by their names. A secret is never shown. */
export function savedOf({ name, kind, value }: Pick<SettingView, 'name' | 'kind' | 'value'>): Saved {
  if (name === 'SIGN_UP') return { [name]: domainsIn(value) ? 'domains' : value, [domainsField]: domainsIn(value) }
  if (kind === 'secret') return { [name]: '', [removeField(name)]: false }
  return { [name]: kind === 'switch' ? value === 'on' : value }
}

export const controlsIn = (part: Element | null): Control[] => [
  ...(part?.querySelectorAll<Control>('input:not([type=hidden]), select') ?? []),
]

export const isEdited = (controls: readonly Control[], saved: Saved) =>
  controls.some((control) => readControl(control) !== saved[control.name])

export function undo(controls: readonly Control[], saved: Saved) {
  for (const control of controls) {
    const value = saved[control.name]
    if (typeof value === 'boolean') (control as HTMLInputElement).checked = value
    else if (value !== undefined) control.value = value
  }
}

/** The setting's name, if the form's value differs from the saved one. */
export function changedIn(setting: SettingView, typed: Readonly<Record<string, string>>): string[] {
  const isSame = Object.entries(savedOf(setting)).every(
    ([name, value]) => (typed[name] ?? '') === (value === true ? 'on' : value === false ? (setting.kind === 'switch' ? 'off' : '') : value),
  )
  return setting.change === 'environment' || isSame ? [] : [setting.name]
}

/** A secret isn’t sent back to the page of a rejected form. */
export const isLost = ({ name, kind, change }: SettingView, typed: Readonly<Record<string, string>>) =>
  kind === 'secret' && change !== 'environment' && typed[name] === undefined

const readControl = (control: Control) => (control.type === 'checkbox' ? (control as HTMLInputElement).checked : control.value)
