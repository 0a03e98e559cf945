import { useState, type RefObject, createElement, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { Segments } from '../../ui/field/segments.tsx'
import type { MailNode } from './mail-node.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { nightOf } from './signature-colors.ts'

/** The signature in an email, in light and dark mode. */
export function SignatureMail({ node, origin, preview }: { node: MailNode; origin: string; preview: RefObject<HTMLDivElement | null> }) {
  const t = useTranslate()
  const [isNight, setNight] = useState(false)
  const isHydrated = useHydrated()
  return (
    <section className={isNight ? 'mail night' : 'mail'} aria-label={t('signature.preview')}>
      <PageStyle name="signature-first" styles={{ css: import.meta.env.SSR ? rulesOf(node) : '' }} />
      <div className="ui-cluster mail-head">
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
        <div className="mail-signature-content" ref={preview} dir="auto">
          {drawMail(node, { wears: isHydrated ? 'styles' : 'classes', isNight, origin })}
        </div>
      </div>
    </section>
  )
}

function DayAndNight({ isNight, choose }: { isNight: boolean; choose(isNight: boolean): void }) {
  const t = useTranslate()
  return (
    <fieldset className="ui-field-group with-script" disabled={!useHydrated()}>
      <Segments
        label={t('signature.ground')}
        isLabelHidden
        value={isNight ? 'night' : 'day'}
        onChange={(mode) => choose(mode === 'night')}
        choices={[
          { value: 'day', label: t('signature.day') },
          { value: 'night', label: t('signature.night') },
        ]}
      />
    </fieldset>
  )
}

type RenderContext = {
  /** The content security policy forbids inline styles in HTML: the first render uses classes. */
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
const colors: ReadonlySet<string> = new Set(['color', 'background-color', 'bgcolor'])

/** Renders the same elements, attributes and styles that are copied. */
function drawMail(root: MailNode, how: RenderContext): ReactNode {
  let count = 0
  const draw = (node: MailNode | string): ReactNode => {
    if (typeof node === 'string') return node
    const looks = how.wears === 'classes' ? { className: classOf(count++) } : { style: styleOf(node, how.isNight) }
    const attributes = Object.entries(node.attributes).map(([name, value]) => [namesInReact[name] ?? name, attributeOf(name, value, how)])
    const rel = node.tag === 'a' ? { rel: 'noopener noreferrer' } : {}
    return createElement(node.tag, { ...Object.fromEntries(attributes), ...rel, ...looks }, ...node.children.map(draw))
  }
  return draw(root)
}

/** The styles of the first rendering, as CSS rules. They hold only sizes and colors of this code, and no user input. */
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

function attributeOf(name: string, value: string, { isNight, origin }: RenderContext): string {
  if (name === 'src' && value.startsWith(`${origin}/`)) return value.slice(origin.length)
  return isNight && colors.has(name) ? nightOf(value) : value
}

function styleOf({ style }: MailNode, isNight: boolean): Record<string, string> {
  const own = Object.entries(style).filter(([name]) => !name.startsWith('mso-'))
  return Object.fromEntries(own.map(([name, value]) => [inCamels(name), isNight && colors.has(name) ? nightOf(value) : value]))
}

const inCamels = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
