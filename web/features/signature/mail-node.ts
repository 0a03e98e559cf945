type MailTag = 'table' | 'tbody' | 'tr' | 'td' | 'a' | 'img' | 'span' | 'strong' | 'wbr'

/** An element of the email, rendered on the page and serialized for the clipboard. */
export type MailNode = {
  tag: MailTag
  attributes: Record<string, string>
  style: Record<string, string>
  children: (MailNode | string)[]
}

type Child = MailNode | string | null | false

const el = (tag: MailTag, attributes: MailNode['attributes'], style: MailNode['style'], children: Child[] = []): MailNode => ({
  tag,
  attributes,
  style,
  children: children.filter((child): child is MailNode | string => child !== null && child !== false),
})

const flat = { cellpadding: '0', cellspacing: '0', border: '0', role: 'presentation' }

export const table = (rows: Child[], attributes: Record<string, string> = {}, style: Record<string, string> = {}): MailNode =>
  el('table', { ...flat, ...attributes }, style, [el('tbody', {}, {}, rows)])
export const row = (...cells: Child[]): MailNode => el('tr', {}, {}, cells)
export const cell = (children: Child[], style: Record<string, string> = {}, attributes: Record<string, string> = {}): MailNode =>
  el('td', { valign: 'top', ...attributes }, style, children)
export const span = (children: Child[], style: Record<string, string>): MailNode => el('span', {}, style, children)
export const strong = (children: Child[], style: Record<string, string>): MailNode => el('strong', {}, style, children)

/** The color is set on the text too: some email apps override link colors. */
export const link = (href: string, words: string | Child[], style: Record<string, string> & { color: string }): MailNode =>
  el('a', { href, target: '_blank' }, { 'text-decoration': 'none', ...style }, [span([words].flat(), { color: style.color })])

/** A line break opportunity in long text. */
export const mayBreak: MailNode = el('wbr', {}, {})

export const picture = (src: string, alt: string, { width, height }: { width: number; height: number }, radius: number): MailNode =>
  el(
    'img',
    { src, alt, width: String(width), height: String(height), border: '0' },
    { display: 'block', border: '0', width: `${width}px`, height: `${height}px`, 'border-radius': `${radius}px` },
  )

/** A spacer row: Outlook's Word renderer ignores margins. */
export const space = (height: number): MailNode =>
  row(cell(['\u00a0'], { height: `${height}px`, 'font-size': '0', 'line-height': `${height}px` }, { height: String(height) }))
