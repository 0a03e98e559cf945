import { useState } from 'react'
import { contactImportMax } from '#contract/constants.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FileField } from '../../../ui/field/file-field.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Cluster, Stack } from '../../../ui/page/layout.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { importHref, type ImportRow, type ImportView } from './import-view.ts'
import { OpenedImportPanels } from './opened-import.tsx'

const importStates = { ready: 'wait', importing: 'busy', done: 'ok', undoing: 'busy', undone: 'ok' } as const
export const fileMegabytes = contactImportMax.bytes / 1024 / 1024

type Props = { view: ImportView; language: string; error: string | null; labelError: string | null }

/** Step 1 takes a file and lists earlier imports; with an import open, its preview or result. */
export function ImportPage({ view: { alias, imports, opened }, language, error, labelError }: Props) {
  const t = useTranslate()
  const contacts = { href: ownerHref(alias, 'myContacts'), label: t('page.myContacts') }
  const start = { href: importHref(alias), label: t('contacts.import') }
  return (
    <Stack isNarrow>
      <PageHeader
        title={opened?.import.name ?? t('contacts.import')}
        lead={opened ? undefined : t('contacts.importLead')}
        mark={opened && <Status kind={importStates[opened.import.state]}>{t(`contacts.importState.${opened.import.state}`)}</Status>}
        crumbs={{ label: t('contacts.import'), links: opened ? [contacts, start] : [contacts] }}
      />
      {opened ? (
        <OpenedImportPanels alias={alias} opened={opened} language={language} error={error} labelError={labelError} />
      ) : (
        <Upload language={language} error={error} />
      )}
      {!opened && imports.length > 0 && <Imports alias={alias} imports={imports} />}
    </Stack>
  )
}

function Upload({ language, error }: Pick<Props, 'language' | 'error'>) {
  const t = useTranslate()
  const [chosen, setChosen] = useState('')
  return (
    <Panel>
      <form className="ui-stack" method="post" encType="multipart/form-data">
        <FileField
          label={t('contacts.importFile')}
          dropLabel={t('contacts.importDrop')}
          chosen={chosen ? { name: chosen } : undefined}
          onChange={({ target }) => setChosen(target.files?.[0]?.name ?? '')}
          hint={t('contacts.importHint', { count: contactImportMax.rows.toLocaleString(language), size: fileMegabytes })}
          error={error ?? undefined}
          name="file"
          accept=".csv,.tsv,.txt,.vcf,text/csv,text/tab-separated-values,text/vcard"
          required
        />
        <Cluster>
          <Button kind="primary" type="submit" name="intent" value="read">
            {t('contacts.importRead')}
          </Button>
        </Cluster>
      </form>
    </Panel>
  )
}

function Imports({ alias, imports }: { alias: string; imports: readonly ImportRow[] }) {
  const t = useTranslate()
  return (
    <Stack isTight>
      <h2>{t('contacts.importPast')}</h2>
      <List label={t('contacts.importPast')}>
        {imports.map(({ id, name, day, state }) => (
          <ListRow
            key={id}
            title={name}
            note={day}
            href={importHref(alias, id)}
            end={<Status kind={importStates[state]}>{t(`contacts.importState.${state}`)}</Status>}
          />
        ))}
      </List>
    </Stack>
  )
}
