import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { DeskField } from '../desk-field.tsx'
import { More, PageMain } from './page-main.tsx'
import { nextHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'names' }> & { told: string | null; trouble: DeskTrouble | null }

/** Addresses that nobody can take. */
export function NamesPage({ names, next, told, trouble }: Props) {
  const say = useAccountSay()
  const here = placeHref('/names')
  return (
    <PageMain title={say('operator.names')} lead={say('operator.namesLead')} told={told} trouble={trouble}>
      <form className="desk-form" method="post">
        <div className="desk-pair">
          <DeskField
            label={say('operator.name')}
            hint={say('operator.nameHint')}
            fault={trouble?.faults['name'] ?? trouble?.faults['alias']}
          >
            {(around) => (
              <input
                {...around}
                name="name"
                defaultValue={trouble?.typed['name']}
                maxLength={60}
                required
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
              />
            )}
          </DeskField>
          <DeskField label={say('operator.note')} hint={say('operator.reasonHint')}>
            {(around) => <input {...around} name="reason" defaultValue={trouble?.typed['reason']} maxLength={200} dir="auto" />}
          </DeskField>
        </div>
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="add">
            {say('operator.nameAdd')}
          </button>
        </div>
      </form>
      {names.length === 0 && <p className="op-none">{say('operator.namesNone')}</p>}
      <ul className="desk-rows plain">
        {names.map(({ name, reason }) => (
          <li key={name}>
            <span className="desk-words">
              <b dir="ltr">/{name}</b>
              {reason && <small dir="auto">{reason}</small>}
            </span>
            <form method="post">
              <input type="hidden" name="name" value={name} />
              <button className="btn ghost" type="submit" name="intent" value="remove" aria-label={say('operator.nameRemove', { name })}>
                {say('operator.release')}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <More href={next && nextHref(here, '', next)} />
    </PageMain>
  )
}
