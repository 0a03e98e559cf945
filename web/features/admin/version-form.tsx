import { useTranslate } from '../../i18n/use-translate.ts'
import { DeskField } from './desk-field.tsx'
import { DeskMain } from './desk-frame.tsx'
import { DeskRemove } from './desk-remove.tsx'
import { DeskTold } from './desk-told.tsx'
import type { Trouble, VersionView } from './desk-view.ts'

type Props = { version: VersionView; isNew: boolean; isOurs: boolean; trouble: Trouble | null }

/** What people read of one version. */
export function VersionForm({ version, isNew, isOurs, trouble }: Props) {
  const t = useTranslate()
  const faults = trouble?.faults ?? {}
  const isKept = !isNew
  return (
    <DeskMain
      isBack
      title={isNew ? t('desk.versionNew') : t('desk.version', { version: version.version })}
      lead={isOurs ? t('desk.oursChange') : t('desk.versionLead')}
    >
      {trouble && <DeskTold text={trouble.message} isBad />}
      <form className="desk-form" method="post">
        <div className="desk-pair">
          <DeskField label={t('desk.versionNumber')} fault={faults['version']} hint={isNew ? t('desk.versionHint') : undefined}>
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
          <DeskField label={t('desk.date')} fault={faults['date']}>
            {(around) => <input {...around} type="date" name="date" defaultValue={version.date} required />}
          </DeskField>
        </div>
        <DeskField label={t('desk.about')} fault={faults['versionHistory']}>
          {(around) => (
            <textarea {...around} name="versionHistory" defaultValue={version.versionHistory} maxLength={4000} rows={3} dir="auto" />
          )}
        </DeskField>
        <DeskField label={t('desk.updates')} fault={faults['updates']} hint={t('desk.updatesHint')}>
          {(around) => <textarea {...around} name="updates" defaultValue={version.updates} rows={8} dir="auto" />}
        </DeskField>
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="publish">
            {t('desk.publish')}
          </button>
        </div>
      </form>
      {isKept && !isOurs && (
        <DeskRemove
          summary={t('desk.versionRemove')}
          sentence={t('desk.versionRemoveSentence')}
          button={t('desk.versionRemove')}
          intent="remove"
        />
      )}
    </DeskMain>
  )
}
