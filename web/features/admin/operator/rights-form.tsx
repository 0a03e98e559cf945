import { permissions, type Permission } from '#contract/permissions.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { AnyCardView } from './views.ts'

const names = (Object.keys(permissions) as Permission[]).filter((name) => name !== 'None')

/** Every right with what decides it. */
export function RightsForm({ card: { granted, revoked, rights } }: { card: AnyCardView }) {
  const t = useTranslate()
  const kept = (name: Permission) => (revoked.includes(name) ? 'revoke' : granted.includes(name) ? 'grant' : 'plan')
  return (
    <form className="op-rights" method="post">
      <p className="desk-hint">{t('operator.rightsLead')}</p>
      <table className="op-table">
        <thead>
          <tr>
            <th scope="col">{t('operator.right')}</th>
            <th scope="col">{t('operator.rightNow')}</th>
            <th scope="col">{t('operator.rights')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{t(rights.includes(name) ? 'operator.rightYes' : 'operator.rightNo')}</td>
              <td>
                <select name={name} defaultValue={kept(name)} aria-label={name}>
                  <option value="plan">{t('operator.byPlan')}</option>
                  <option value="grant">{t('operator.grant')}</option>
                  <option value="revoke">{t('operator.revoke')}</option>
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button className="btn outline" type="submit" name="intent" value="rights">
        {t('operator.rightsSet')}
      </button>
    </form>
  )
}
