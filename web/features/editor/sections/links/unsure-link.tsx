import { useId, useState } from 'react'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { useDraft } from '../../use-editor.ts'
import { aService, kindsLeft, type Kind } from './paste-links.ts'
import { showService, useServiceActs } from './use-services.ts'

const website = 15

/** An address that may be anybody's: its owner says what it is. */
export function UnsureLink({ link, kinds, settle }: { link: string; kinds: readonly Kind[]; settle(): void }) {
  const say = useAccountSay()
  const id = useId()
  const [services] = useDraft('services')
  const { read, write } = useServiceActs()
  const left = kindsLeft(kinds, services, true)
  const first = left.find(({ gradeServiceId }) => gradeServiceId === website) ?? left[0]
  const [chosen, choose] = useState<number | null>(null)
  const kind = left.find(({ gradeServiceId }) => gradeServiceId === chosen) ?? first

  function add() {
    if (!kind) return
    write([...read(), aService(kind.gradeServiceId, link)])
    settle()
    showService(kind.gradeServiceId)
  }

  return (
    <div className="links-unsure">
      <label htmlFor={id}>
        {say(kind ? 'editor.links.unsure' : 'editor.links.noPlace')} <bdi dir="ltr">{link}</bdi>
      </label>
      <div>
        {kind && (
          <>
            <select id={id} value={kind.gradeServiceId} onChange={({ target }) => choose(Number(target.value))}>
              {left.map(({ gradeServiceId, serviceName }) => (
                <option key={gradeServiceId} value={gradeServiceId}>
                  {serviceName}
                </option>
              ))}
            </select>
            <button type="button" className="btn door" onClick={add}>
              {say('editor.links.add')}
            </button>
          </>
        )}
        <button type="button" className="btn ghost" onClick={settle}>
          {say('editor.links.forget')}
        </button>
      </div>
    </div>
  )
}
