import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextArea, TextField } from '../../../ui/field/text-field.tsx'
import { Cluster, Fields } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { AdminMain } from '../admin-main.tsx'
import type { FormError } from '../admin-view.ts'
import type { VersionView } from './releases-view.ts'
import { RemovePanel } from './remove-dialog.tsx'

type Props = { version: VersionView; isNew: boolean; isBuiltIn: boolean; error: FormError | null }

/** The release note of one version. */
export function VersionForm({ version, isNew, isBuiltIn, error }: Props) {
  const t = useTranslate()
  const errors = error?.errors ?? {}
  return (
    <AdminMain
      below="/releases"
      title={isNew ? t('admin.releases.versionNew') : t('admin.releases.version', { version: version.version })}
      lead={isBuiltIn ? t('admin.releases.builtInChange') : t('admin.releases.versionLead')}
    >
      <Panel>
        <form className="ui-stack" method="post">
          <Fields>
            <TextField
              label={t('admin.releases.versionNumber')}
              error={errors['version']}
              hint={isNew ? t('admin.releases.versionHint') : undefined}
              name="version"
              defaultValue={version.version}
              readOnly={!isNew}
              maxLength={40}
              required
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
            />
            <TextField
              label={t('admin.releases.date')}
              error={errors['date']}
              type="date"
              name="date"
              defaultValue={version.date}
              required
            />
          </Fields>
          <TextArea
            label={t('admin.releases.about')}
            error={errors['versionHistory']}
            name="versionHistory"
            defaultValue={version.versionHistory}
            maxLength={4000}
          />
          <TextArea
            label={t('admin.releases.updates')}
            error={errors['updates']}
            hint={t('admin.releases.updatesHint')}
            name="updates"
            defaultValue={version.updates}
            rows={8}
          />
          <Cluster>
            <Button kind="primary" type="submit" name="intent" value="publish">
              {t('admin.releases.publish')}
            </Button>
          </Cluster>
        </form>
      </Panel>
      {!isNew && !isBuiltIn && (
        <RemovePanel title={t('admin.releases.versionRemove')} note={t('admin.releases.versionRemoveSentence')} intent="remove" />
      )}
    </AdminMain>
  )
}
