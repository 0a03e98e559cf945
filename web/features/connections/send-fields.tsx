import { crmKeyMax } from '#contract/connection-choices.ts'
import type { CrmPreset } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckBox } from '../../ui/field/check-box.tsx'
import { FieldNotes, useFieldMarks } from '../../ui/field/field-frame.tsx'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { choices } from './connections-view.ts'

const names = Object.keys(choices) as (keyof typeof choices)[]

/** The owner's key at a CRM. It is never shown again. */
export function KeyField({ preset, error }: { preset: CrmPreset; error?: string | undefined }) {
  const t = useTranslate()
  return (
    <TextField
      label={t(`connections.key.${preset}`)}
      hint={t(`connections.keyHint.${preset}`)}
      error={error}
      name="apiKey"
      type="password"
      maxLength={crmKeyMax}
      autoComplete="off"
      spellCheck={false}
      required
    />
  )
}

/** Which events are sent: one check box for those that belong together. */
export function WhenToSend({ types, error }: { types: readonly string[]; error?: string | undefined }) {
  const t = useTranslate()
  const { id, ...marks } = useFieldMarks({ error })
  const offered = new Set<string>(Object.values(choices).flat())
  return (
    <fieldset className="ui-field-group" {...marks}>
      <legend>{t('connections.sendWhen')}</legend>
      {/* Chosen over the API, and not offered here: they stay. */}
      {types
        .filter((type) => !offered.has(type))
        .map((type) => (
          <input key={type} type="hidden" name="types" value={type} />
        ))}
      {names.map((name) => (
        <CheckBox
          key={name}
          label={t(`connections.when.${name}`)}
          name="types"
          value={choices[name].join(' ')}
          defaultChecked={choices[name].some((type) => types.includes(type))}
        />
      ))}
      <FieldNotes words={{ error }} id={id} />
    </fieldset>
  )
}

/** Contacts with everything, or only with a name. */
export function WhatToSend({ isFull }: { isFull: boolean }) {
  const t = useTranslate()
  return (
    <RadioCards
      label={t('connections.whatToSend')}
      name="content"
      defaultValue={isFull ? 'full' : 'thin'}
      choices={[
        { value: 'full', label: t('connections.everything'), hint: t('connections.everythingHint') },
        { value: 'thin', label: t('connections.thin'), hint: t('connections.thinHint') },
      ]}
    />
  )
}
