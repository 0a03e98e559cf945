import { importTakes } from '#contract/admin/operator-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { DeskField } from '../desk-field.tsx'
import { More, PageMain, Part } from './page-main.tsx'
import { importHref, nextHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'imports' }> & { trouble: DeskTrouble | null }

/** Brings a table of cards, and tells of those that were brought. */
export function ImportsPage({ imports, next, trouble }: Props) {
  const t = useTranslate()
  const here = placeHref('/imports')
  return (
    <PageMain title={t('operator.imports')} lead={t('operator.importLead')} trouble={trouble}>
      <form className="desk-form" method="post" encType="multipart/form-data">
        <DeskField label={t('operator.file')} hint={t('operator.fileHint')} fault={trouble?.faults['file']}>
          {(around) => <input {...around} type="file" name="file" accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values" required />}
        </DeskField>
        <div className="desk-pair">
          <DeskField label={t('operator.takes')}>
            {(around) => (
              <select {...around} name="takes" defaultValue={trouble?.typed['takes'] ?? 'good'}>
                {importTakes.map((one) => (
                  <option key={one} value={one}>
                    {t(`operator.takes.${one}`)}
                  </option>
                ))}
              </select>
            )}
          </DeskField>
          <DeskField label={t('operator.encoding')}>
            {(around) => (
              <select {...around} name="encoding" defaultValue={trouble?.typed['encoding'] ?? 'utf-8'}>
                <option value="utf-8">UTF-8</option>
                <option value="windows-1252">{t('operator.encodingOld')}</option>
              </select>
            )}
          </DeskField>
        </div>
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="bring">
            {t('operator.check')}
          </button>
        </div>
      </form>
      <Part title={t('operator.importsPast')}>
        {imports.length === 0 && <p className="op-none">{t('operator.importsNone')}</p>}
        <ul className="desk-rows">
          {imports.map(({ id, name, createdAt, state, lines, made }) => (
            <li key={id}>
              <a href={importHref(id)}>
                <span className="desk-words">
                  <b dir="auto">{name}</b>
                  <small>
                    {[createdAt, state === 'done' ? t('operator.made', { count: made }) : t('operator.lines', { count: lines })].join(
                      ' · ',
                    )}
                  </small>
                </span>
                <span className="badge quiet">{t(`operator.state.${state}`)}</span>
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ul>
        <More href={next && nextHref(here, '', next)} />
      </Part>
    </PageMain>
  )
}
