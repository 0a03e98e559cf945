import { importTakes } from '#contract/admin/operator-choices.ts'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { DeskField } from '../desk-field.tsx'
import { More, PageMain, Part } from './page-main.tsx'
import { importHref, nextHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'imports' }> & { trouble: DeskTrouble | null }

/** Brings a table of cards, and tells of those that were brought. */
export function ImportsPage({ imports, next, trouble }: Props) {
  const say = useAccountSay()
  const here = placeHref('/imports')
  return (
    <PageMain title={say('operator.imports')} lead={say('operator.importLead')} trouble={trouble}>
      <form className="desk-form" method="post" encType="multipart/form-data">
        <DeskField label={say('operator.file')} hint={say('operator.fileHint')} fault={trouble?.faults['file']}>
          {(around) => <input {...around} type="file" name="file" accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values" required />}
        </DeskField>
        <div className="desk-pair">
          <DeskField label={say('operator.takes')}>
            {(around) => (
              <select {...around} name="takes" defaultValue={trouble?.typed['takes'] ?? 'good'}>
                {importTakes.map((one) => (
                  <option key={one} value={one}>
                    {say(`operator.takes.${one}`)}
                  </option>
                ))}
              </select>
            )}
          </DeskField>
          <DeskField label={say('operator.encoding')}>
            {(around) => (
              <select {...around} name="encoding" defaultValue={trouble?.typed['encoding'] ?? 'utf-8'}>
                <option value="utf-8">UTF-8</option>
                <option value="windows-1252">{say('operator.encodingOld')}</option>
              </select>
            )}
          </DeskField>
        </div>
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="bring">
            {say('operator.check')}
          </button>
        </div>
      </form>
      <Part title={say('operator.importsPast')}>
        {imports.length === 0 && <p className="op-none">{say('operator.importsNone')}</p>}
        <ul className="desk-rows">
          {imports.map(({ id, name, createdAt, state, lines, made }) => (
            <li key={id}>
              <a href={importHref(id)}>
                <span className="desk-words">
                  <b dir="auto">{name}</b>
                  <small>
                    {[createdAt, state === 'done' ? say('operator.made', { count: made }) : say('operator.lines', { count: lines })].join(
                      ' · ',
                    )}
                  </small>
                </span>
                <span className="badge quiet">{say(`operator.state.${state}`)}</span>
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
