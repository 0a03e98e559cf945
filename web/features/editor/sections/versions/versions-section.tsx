import type { FormEvent } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { FieldShell } from '../../fields/field-shell.tsx'
import { Group } from '../../fields/group.tsx'
import { useDraft, useIssue, usePendingInput } from '../../use-editor.ts'
import { OneVersion } from './one-version.tsx'
import { isTaken, isVersionName, toVersionName } from './version-fields.ts'

/** Versions of the card at other addresses, with overridden texts. */
export function VersionsSection() {
  const t = useTranslate()
  const [versions, set] = useDraft('versions')
  const [typed, type] = usePendingInput('versions.pending')
  const pendingIssue = useIssue('versions.pending')
  const name = toVersionName(typed)
  const names = versions.map((version) => version.name)
  const isDouble = isTaken(names, name)

  function add(event: FormEvent) {
    event.preventDefault()
    if (!isVersionName(name) || isDouble) return
    set([...versions, { name, overrides: {} }])
    type('')
  }

  return (
    <>
      <Group lead={t('editor.versions.lead')}>
        <form className="version-add wide" onSubmit={add}>
          <FieldShell
            label={t('editor.versions.name')}
            hint={name && name !== typed ? t('editor.versions.becomes', { name }) : t('editor.versions.nameHint')}
            issue={isDouble ? t('editor.versions.taken') : pendingIssue}
          >
            {(marks) => <input {...marks} value={typed} maxLength={60} autoComplete="off" onChange={({ target }) => type(target.value)} />}
          </FieldShell>
          <Button type="submit" disabled={!isVersionName(name) || isDouble || versions.length >= 20}>
            {t('editor.versions.add')}
          </Button>
        </form>
      </Group>
      {versions.length === 0 && <p className="editor-note">{t('editor.versions.none')}</p>}
      {versions.map((version, at) => (
        <OneVersion
          key={version.name}
          version={version}
          at={at}
          change={(overrides) => set(versions.map((one) => (one === version ? { ...one, overrides } : one)))}
          remove={() => set(versions.filter((one) => one !== version))}
        />
      ))}
    </>
  )
}
