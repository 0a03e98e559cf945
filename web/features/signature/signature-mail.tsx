import { useId, useState, type RefObject } from 'react'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { drawMail, rulesOf } from './draw-mail.ts'
import type { MailNode } from './mail-node.ts'
import { useAwake } from '../../ui/use-awake.ts'

/** The signature at the foot of a mail, by day and by night. */
export function SignatureMail({ node, origin, shown }: { node: MailNode; origin: string; shown: RefObject<HTMLDivElement | null> }) {
  const say = useAccountSay()
  const [isNight, setNight] = useState(false)
  const isAwake = useAwake()
  return (
    <section className={isNight ? 'mail night' : 'mail'} aria-label={say('signature.preview')}>
      <PageStyle name="signature-first" css={import.meta.env.SSR ? rulesOf(node) : ''} weight="part" />
      <div className="mail-head">
        <dl>
          <div>
            <dt>{say('signature.to')}</dt>
            <dd>{say('signature.toName')}</dd>
          </div>
          <div>
            <dt>{say('signature.subject')}</dt>
            <dd>{say('signature.subjectLine')}</dd>
          </div>
        </dl>
        <DayAndNight isNight={isNight} choose={setNight} />
      </div>
      <div className="mail-words">
        <p>{say('signature.hello')}</p>
        <p>{say('signature.body')}</p>
        <p>{say('signature.close')}</p>
      </div>
      <div className="mail-signature">
        <h2>{say('signature.yours')}</h2>
        <div className="mail-signature-shown" ref={shown} dir="auto">
          {drawMail(node, { wears: isAwake ? 'styles' : 'classes', isNight, origin })}
        </div>
      </div>
    </section>
  )
}

function DayAndNight({ isNight, choose }: { isNight: boolean; choose(isNight: boolean): void }) {
  const say = useAccountSay()
  const name = useId()
  return (
    <fieldset className="day-night with-script" disabled={!useAwake()}>
      <legend className="sr-only">{say('signature.ground')}</legend>
      {[false, true].map((one) => (
        <label key={String(one)}>
          <input type="radio" name={name} checked={one === isNight} onChange={() => choose(one)} />
          <span>{say(one ? 'signature.night' : 'signature.day')}</span>
        </label>
      ))}
    </fieldset>
  )
}
