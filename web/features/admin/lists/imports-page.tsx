import { useState } from 'react'
import { importSample, importTakes } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FileField } from '../../../ui/field/file-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Cluster, Fields, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain, NextLink } from '../admin-main.tsx'
import { importHref, placeHref } from '../admin-places.ts'
import type { ImportView, Paged } from '../admin-view.ts'
import { Moment } from '../moment.tsx'
import { useOutcome } from '../use-outcome.ts'

export type ImportsView = Paged<{ imports: ImportView[] }>

export const importStates = {
  arriving: 'wait',
  checking: 'busy',
  checked: 'wait',
  importing: 'busy',
  done: 'ok',
  refused: 'bad',
} as const satisfies Record<ImportView['state'], string>

/** Uploads a file of cards, and lists earlier imports. */
export function ImportsPage({ imports, next, isFurther }: ImportsView) {
  const t = useTranslate()
  const { error } = useOutcome()
  const { hasPlans } = useSite()
  const [chosen, setChosen] = useState('')
  return (
    <AdminMain title={t('admin.imports')} lead={t('admin.importLead')}>
      <Panel>
        <form className="ui-stack" method="post" encType="multipart/form-data">
          <FileField
            label={t('admin.file')}
            dropLabel={t('admin.fileDrop')}
            chosen={chosen ? { name: chosen } : undefined}
            onChange={({ target }) => setChosen(target.files?.[0]?.name ?? '')}
            hint={t('admin.fileHint', { plans: hasPlans })}
            error={error?.errors['file']}
            name="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            required
          />
          <Fields>
            <SelectField label={t('admin.takes')} name="takes" defaultValue={error?.typed['takes'] ?? 'good'}>
              {importTakes.map((one) => (
                <option key={one} value={one}>
                  {t(`admin.takes.${one}`)}
                </option>
              ))}
            </SelectField>
            <SelectField label={t('admin.encoding')} name="encoding" defaultValue={error?.typed['encoding'] ?? 'utf-8'}>
              <option value="utf-8">UTF-8</option>
              <option value="windows-1252">{t('admin.encodingOld')}</option>
            </SelectField>
          </Fields>
          <Cluster>
            <Button kind="primary" type="submit" name="intent" value="import">
              {t('admin.check')}
            </Button>
            <a
              className="ui-button line"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(importSample(hasPlans))}`}
              download={t('admin.importSampleName')}
            >
              <span className="ui-button-face">{t('admin.importSample')}</span>
            </a>
          </Cluster>
        </form>
      </Panel>
      <Stack isTight>
        <h2>{t('admin.importsPast')}</h2>
        {imports.length === 0 ? (
          <EmptyState title={t('admin.importsNone')} />
        ) : (
          <List label={t('admin.importsPast')} isWrapped>
            {imports.map(({ id, name, createdAt, state, lines, made }) => (
              <ListRow
                key={id}
                title={name}
                note={
                  <>
                    <Moment {...createdAt} /> · {state === 'done' ? t('admin.made', { count: made }) : t('admin.lines', { count: lines })}
                  </>
                }
                href={importHref(id)}
                end={<Status kind={importStates[state]}>{t(`admin.state.${state}`)}</Status>}
              />
            ))}
          </List>
        )}
        <NextLink path={placeHref('/imports')} next={next} isFurther={isFurther} />
      </Stack>
    </AdminMain>
  )
}
