import type { AccessKey } from '#contract/access-keys.ts'
import { accessKeyNameMax, scopes } from '#contract/access-key-choices.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckBox } from '../../ui/field/check-box.tsx'
import { FieldNotes, useFieldMarks } from '../../ui/field/field-frame.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { DangerDialog } from '../../ui/overlay/danger-dialog.tsx'
import { connectionsHref, keyLifetimes, type ConnectionsResult } from './connections-view.ts'
import { CopyOnceDialog } from './copy-once-dialog.tsx'

type Props = { close(): void; result: ConnectionsResult }

export function CreateKey({ close, result: { issues = {}, message, keyForm } }: Props) {
  const t = useTranslate()
  return (
    <DangerDialog
      isOpen
      isHarmless
      onClose={close}
      cancel={t('restricted.cancel')}
      title={t('connections.keyTitle')}
      lead={t('connections.keyLead')}
      problem={Object.keys(issues).length === 0 ? message : undefined}
      form={{ noValidate: true }}
      fields={
        <div className="ui-stack">
          <TextField
            label={t('connections.name')}
            hint={t('connections.keyNameHint')}
            error={issues['name']}
            name="name"
            defaultValue={keyForm?.name}
            maxLength={accessKeyNameMax}
            autoComplete="off"
            required
          />
          <Scopes chosen={keyForm?.scopes ?? []} error={issues['scopes']} />
          <SelectField label={t('connections.keyExpires')} name="lifetime" defaultValue={keyForm?.lifetime ?? '365'}>
            {keyLifetimes.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {t(`connections.keyLifetime.${lifetime}`)}
              </option>
            ))}
          </SelectField>
        </div>
      }
      confirm={{ label: t('connections.keyCreate'), busyLabel: t('connections.keyCreate'), name: 'intent', value: 'createKey' }}
    />
  )
}

function Scopes({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const t = useTranslate()
  const { id, ...marks } = useFieldMarks({ error })
  return (
    <fieldset className="ui-field-group" {...marks}>
      <legend>{t('connections.keyCan')}</legend>
      {scopes.map((scope) => (
        <CheckBox key={scope} label={t(`connections.scope.${scope}`)} name="scopes" value={scope} defaultChecked={chosen.includes(scope)} />
      ))}
      <FieldNotes words={{ error }} id={id} />
    </fieldset>
  )
}

export function RevokeKey({ of: { id, name }, close }: { of: AccessKey; close(): void }) {
  const t = useTranslate()
  return (
    <DangerDialog
      isOpen
      onClose={close}
      cancel={t('restricted.cancel')}
      title={t('connections.keyRevokeTitle', { name })}
      happens={[
        { icon: 'ban', text: t('connections.keyRevokeStops') },
        { icon: 'users', text: t('connections.keyRevokeStays') },
      ]}
      fields={<input type="hidden" name="key" value={id} />}
      confirm={{ label: t('connections.keyRevokeDo'), busyLabel: t('connections.keyRevokeDo'), name: 'intent', value: 'revokeKey' }}
    />
  )
}

export function NewKey({ alias, value }: { alias: string; value: string }) {
  const t = useTranslate()
  return (
    <CopyOnceDialog
      value={value}
      title={t('connections.keyCopyTitle')}
      lead={t('connections.keyCopyLead')}
      storedHint={t('connections.keyStoredHint')}
      leave={{ lead: t('connections.keyLeaveLead'), back: t('connections.keyLeaveBack') }}
      href={connectionsHref(alias)}
    />
  )
}
