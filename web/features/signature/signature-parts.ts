import { emailTextPx } from '#contract/cards/drawing.ts'
import { cell, link, mayBreak, picture, row, space, span, strong, table, type MailNode } from './mail-node.ts'
import type { SignatureChoices, SignatureData } from './signature-data.ts'

/** The text colors of a signature. */
export type Paint = { ink: string; soft: string; link: string; button: string; onButton: string }

const face = 'Arial, Helvetica, sans-serif'
const words = (size: number, line: number, color: string) => ({
  'font-family': face,
  'font-size': `${size}px`,
  'line-height': `${line}px`,
  'mso-line-height-rule': 'exactly',
  color,
})

export function whoRows({ name, title, company, tagLine }: SignatureData, paint: Paint): MailNode[] {
  const line = [title, company].filter(Boolean).join(', ')
  return [
    row(cell([strong([name], { color: paint.ink })], words(20, 25, paint.ink))),
    ...(line ? [row(cell([line], words(14, 21, paint.soft)))] : []),
    ...(tagLine ? [row(cell([tagLine], { ...words(14, 21, paint.soft), 'font-style': 'italic' }))] : []),
  ]
}

export function reachRows({ phones, email }: SignatureData, choices: SignatureChoices, paint: Paint): MailNode[] {
  const chosen = choices.phones ? phones.filter(({ kind }) => !choices.withoutPhones.includes(kind)) : []
  const labels = words(14, 21, paint.soft)
  const number = { color: paint.ink, 'white-space': 'nowrap' }
  const rows = chosen.map(({ text, label, href }) =>
    row(cell([href ? link(href, text, number) : span([text], number), ` ${label}`], labels)),
  )
  if (email) rows.push(emailRow(email, paint))
  return rows.length > 0 ? [space(8), ...rows] : []
}

/** On one line if a small font suffices; otherwise it breaks before the @, then anywhere. */
function emailRow({ text, href }: NonNullable<SignatureData['email']>, paint: Paint): MailNode {
  const at = text.lastIndexOf('@')
  const size = emailSizePx(text)
  const breaks: Record<string, string> = size === emailTextPx.min ? { 'word-break': 'break-all' } : {}
  const address = link(href, [text.slice(0, at), mayBreak, text.slice(at)], { color: paint.ink })
  return row(cell([address], { ...words(size, 21, paint.ink), ...breaks }))
}

export function buttonRows({ card, words: labels }: SignatureData, choices: SignatureChoices, paint: Paint): MailNode[] {
  if (!choices.button) return []
  const style = { padding: '9px 14px', 'border-radius': '10px', 'background-color': paint.button, ...words(14, 18, paint.onButton) }
  const label = link(card.href, `${labels.viewCard} \u2192`, { color: paint.onButton, 'font-weight': 'bold', 'white-space': 'nowrap' })
  return [space(12), row(cell([table([row(cell([label], style, { bgcolor: paint.button }))])]))]
}

export function cardLinkRows({ card, words: labels }: SignatureData, choices: SignatureChoices, paint: Paint): MailNode[] {
  if (!choices.button) return []
  return [
    space(8),
    row(cell([link(card.href, `${labels.viewCard} \u2192`, { color: paint.link, 'font-weight': 'bold' })], words(14, 21, paint.link))),
  ]
}

export function linkRows({ links }: SignatureData, choices: SignatureChoices, paint: Paint): MailNode[] {
  if (!choices.links || links.length === 0) return []
  const named = links.flatMap(({ name, href }, at) => [
    ...(at > 0 ? [' \u00b7 '] : []),
    link(href, name, { color: paint.link, 'font-weight': 'bold' }),
  ])
  return [space(10), row(cell(named, words(13, 20, paint.soft)))]
}

export const licenseRows = ({ license }: SignatureData, paint: Paint): MailNode[] =>
  license ? [space(8), row(cell([license], words(12, 18, paint.soft)))] : []

export const portraitOf = ({ portrait, name }: SignatureData, width: number): MailNode =>
  picture(portrait, name, { width, height: (width * 5) / 4 }, Math.round(width / 6))

export const codeOf = ({ qr, words: labels }: SignatureData): MailNode | null =>
  qr ? picture(qr, labels.scan, { width: 104, height: 104 }, 8) : null

const lineWidthPx = 300
/** Average character width of Arial, relative to the font size. */
const letterShare = 0.54

/** The font size at which an address fits on one line, within limits. */
export function emailSizePx(address: string): number {
  const fitting = Math.floor(lineWidthPx / (letterShare * Math.max(1, address.length)))
  return Math.min(emailTextPx.max, Math.max(emailTextPx.min, fitting))
}
