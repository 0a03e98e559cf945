import { permissions, type Permission } from '#contract/permissions.ts'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import type { AnyCardView } from './views.ts'

const names = (Object.keys(permissions) as Permission[]).filter((name) => name !== 'None')

/** Every right with what decides it. */
export function RightsForm({ card: { granted, revoked, rights } }: { card: AnyCardView }) {
  const say = useAccountSay()
  const kept = (name: Permission) => (revoked.includes(name) ? 'revoke' : granted.includes(name) ? 'grant' : 'plan')
  return (
    <form className="op-rights" method="post">
      <p className="desk-hint">{say('operator.rightsLead')}</p>
      <table className="op-table">
        <thead>
          <tr>
            <th scope="col">{say('operator.right')}</th>
            <th scope="col">{say('operator.rightNow')}</th>
            <th scope="col">{say('operator.rights')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{say(rights.includes(name) ? 'operator.rightYes' : 'operator.rightNo')}</td>
              <td>
                <select name={name} defaultValue={kept(name)} aria-label={name}>
                  <option value="plan">{say('operator.byPlan')}</option>
                  <option value="grant">{say('operator.grant')}</option>
                  <option value="revoke">{say('operator.revoke')}</option>
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button className="btn outline" type="submit" name="intent" value="rights">
        {say('operator.rightsSet')}
      </button>
    </form>
  )
}
