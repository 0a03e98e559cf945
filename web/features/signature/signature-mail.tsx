import { useId, useState, type RefObject, createElement, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import type { MailNode } from './mail-node.ts'
import { useAwake } from '../../ui/use-awake.ts'
import { nightOf } from './signature-colours.ts'

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

type How = {
  /** As the HTML of a page may not carry styles on its elements, the first drawing wears them as classes. */
  wears: 'classes' | 'styles'
  isNight: boolean
  /** Pictures of this installation are shown from wherever the page is. */
  origin: string
}

const namesInReact: Record<string, string> = {
  cellpadding: 'cellPadding',
  cellspacing: 'cellSpacing',
  valign: 'vAlign',
  bgcolor: 'bgColor',
}
const colours: ReadonlySet<string> = new Set(['color', 'background-color', 'bgcolor'])

/** The description as elements: the same tags, attributes and styles that are copied. */
function drawMail(root: MailNode, how: How): ReactNode {
  let count = 0
  const draw = (node: MailNode | string): ReactNode => {
    if (typeof node === 'string') return node
    const looks = how.wears === 'classes' ? { className: classOf(count++) } : { style: styleOf(node, how.isNight) }
    const attributes = Object.entries(node.attributes).map(([name, value]) => [namesInReact[name] ?? name, shown(name, value, how)])
    const rel = node.tag === 'a' ? { rel: 'noopener noreferrer' } : {}
    return createElement(node.tag, { ...Object.fromEntries(attributes), ...rel, ...looks }, ...node.children.map(draw))
  }
  return draw(root)
}

/** The styles of the first drawing, as rules. They hold sizes and colours of ours, and no word of anybody’s. */
function rulesOf(root: MailNode): string {
  let count = 0
  const rules = (node: MailNode | string): string[] => {
    if (typeof node === 'string') return []
    const own = Object.entries(node.style).filter(([name]) => !name.startsWith('mso-'))
    const rule = `.${classOf(count++)}{${own.map(([name, value]) => `${name}:${value}`).join(';')}}`
    return [...(own.length > 0 ? [rule] : []), ...node.children.flatMap(rules)]
  }
  return rules(root).join('\n')
}

const classOf = (at: number) => `mail-${at}`

function shown(name: string, value: string, { isNight, origin }: How): string {
  if (name === 'src' && value.startsWith(`${origin}/`)) return value.slice(origin.length)
  return isNight && colours.has(name) ? nightOf(value) : value
}

function styleOf({ style }: MailNode, isNight: boolean): Record<string, string> {
  const own = Object.entries(style).filter(([name]) => !name.startsWith('mso-'))
  return Object.fromEntries(own.map(([name, value]) => [inCamels(name), isNight && colours.has(name) ? nightOf(value) : value]))
}

const inCamels = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
