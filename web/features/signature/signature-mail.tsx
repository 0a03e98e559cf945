import { useId, useState, type RefObject } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { drawMail, rulesOf } from './draw-mail.ts'
import type { MailNode } from './mail-node.ts'
import { useAwake } from '../../ui/use-awake.ts'

/** The signature at the foot of a mail, by day and by night. */
export function SignatureMail({ node, origin, shown }: { node: MailNode; origin: string; shown: RefObject<HTMLDivElement | null> }) {
  const t = useTranslate()
  const [isNight, setNight] = useState(false)
  const isAwake = useAwake()
  return (
    <section className={isNight ? 'mail night' : 'mail'} aria-label={t('signature.preview')}>
      <PageStyle name="signature-first" css={import.meta.env.SSR ? rulesOf(node) : ''} weight="part" />
      <div className="mail-head">
        <dl>
          <div>
            <dt>{t('signature.to')}</dt>
            <dd>{t('signature.toName')}</dd>
          </div>
          <div>
            <dt>{t('signature.subject')}</dt>
            <dd>{t('signature.subjectLine')}</dd>
          </div>
        </dl>
        <DayAndNight isNight={isNight} choose={setNight} />
      </div>
      <div className="mail-words">
        <p>{t('signature.hello')}</p>
        <p>{t('signature.body')}</p>
        <p>{t('signature.close')}</p>
      </div>
      <div className="mail-signature">
        <h2>{t('signature.yours')}</h2>
        <div className="mail-signature-shown" ref={shown} dir="auto">
          {drawMail(node, { wears: isAwake ? 'styles' : 'classes', isNight, origin })}
        </div>
      </div>
    </section>
  )
}

function DayAndNight({ isNight, choose }: { isNight: boolean; choose(isNight: boolean): void }) {
  const t = useTranslate()
  const name = useId()
  return (
    <fieldset className="day-night with-script" disabled={!useAwake()}>
      <legend className="sr-only">{t('signature.ground')}</legend>
      {[false, true].map((one) => (
        <label key={String(one)}>
          <input type="radio" name={name} checked={one === isNight} onChange={() => choose(one)} />
          <span>{t(one ? 'signature.night' : 'signature.day')}</span>
        </label>
      ))}
    </fieldset>
  )
}
