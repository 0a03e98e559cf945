import { useAccountSay } from '../../i18n/use-account-say.ts'
import { DeskField } from './desk-field.tsx'
import { DeskMain } from './desk-frame.tsx'
import { DeskRemove } from './desk-remove.tsx'
import { DeskTold } from './desk-told.tsx'
import type { Trouble, VersionView } from './desk-view.ts'

type Props = { version: VersionView; isNew: boolean; isOurs: boolean; trouble: Trouble | null }

/** What people read of one version. */
export function VersionForm({ version, isNew, isOurs, trouble }: Props) {
  const say = useAccountSay()
  const faults = trouble?.faults ?? {}
  const isKept = !isNew
  return (
    <DeskMain
      isBack
      title={isNew ? say('desk.versionNew') : say('desk.version', { version: version.version })}
      lead={isOurs ? say('desk.oursChange') : say('desk.versionLead')}
    >
      {trouble && <DeskTold text={trouble.message} isBad />}
      <form className="desk-form" method="post">
        <div className="desk-pair">
          <DeskField label={say('desk.versionNumber')} fault={faults['version']} hint={isNew ? say('desk.versionHint') : undefined}>
            {(around) => (
              <input
                {...around}
                name="version"
                defaultValue={version.version}
                readOnly={isKept}
                maxLength={40}
                required
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
              />
            )}
          </DeskField>
          <DeskField label={say('desk.date')} fault={faults['date']}>
            {(around) => <input {...around} type="date" name="date" defaultValue={version.date} required />}
          </DeskField>
        </div>
        <DeskField label={say('desk.about')} fault={faults['versionHistory']}>
          {(around) => (
            <textarea {...around} name="versionHistory" defaultValue={version.versionHistory} maxLength={4000} rows={3} dir="auto" />
          )}
        </DeskField>
        <DeskField label={say('desk.updates')} fault={faults['updates']} hint={say('desk.updatesHint')}>
          {(around) => <textarea {...around} name="updates" defaultValue={version.updates} rows={8} dir="auto" />}
        </DeskField>
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="publish">
            {say('desk.publish')}
          </button>
        </div>
      </form>
      {isKept && !isOurs && (
        <DeskRemove
          summary={say('desk.versionRemove')}
          sentence={say('desk.versionRemoveSentence')}
          button={say('desk.versionRemove')}
          intent="remove"
        />
      )}
    </DeskMain>
  )
}
