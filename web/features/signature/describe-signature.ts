import { cell, row, table, type MailNode } from './mail-node.ts'
import type { SignatureChoices, SignatureData } from './signature-data.ts'
import { buttonRows, cardLinkRows, codeOf, licenseRows, linkRows, portraitOf, reachRows, whoRows, type Paint } from './signature-parts.ts'

type Input = { data: SignatureData; choices: SignatureChoices }

/** The signature as a tree of elements, for the page and for the HTML on the clipboard. */
export function describeSignature(data: SignatureData, choices: SignatureChoices): MailNode {
  const { ink, soft, accent, onAccent } = data.colors
  const onPaper = { ink, soft, link: accent, button: accent, onButton: onAccent }
  if (choices.layout === 'quiet') return sideBySide({ data, choices }, onPaper, null, cardLinkRows(data, choices, onPaper))
  if (choices.layout === 'banner') return banner({ data, choices })
  return sideBySide({ data, choices }, onPaper, choices.portrait ? portraitOf(data, 92) : null, buttonRows(data, choices, onPaper))
}

/** Portrait, text and QR code side by side. */
function sideBySide({ data, choices }: Input, paint: Paint, portrait: MailNode | null, button: MailNode[]): MailNode {
  const code = choices.qr ? codeOf(data) : null
  const textCells = [
    ...whoRows(data, paint),
    ...reachRows(data, choices, paint),
    ...button,
    ...linkRows(data, choices, paint),
    ...licenseRows(data, paint),
  ]
  return table([
    row(
      portrait && cell([portrait], { padding: '0 22px 0 0' }, { width: '114' }),
      cell([table(textCells)]),
      code && cell([code], { padding: '0 0 0 22px' }, { width: '126' }),
    ),
  ])
}

/** Text with the QR code beside it. */
const bannerWidth = { plain: '460', withCode: '580' }

/** All content on a background in the card’s color. */
function banner({ data, choices }: Input): MailNode {
  const { accent, onAccent } = data.colors
  const paint = { ink: onAccent, soft: onAccent, link: onAccent, button: onAccent, onButton: accent }
  const portrait = choices.portrait ? portraitOf(data, 80) : null
  const inside = sideBySide({ data, choices }, paint, portrait, buttonRows(data, choices, paint))
  const width = choices.qr && data.qr ? bannerWidth.withCode : bannerWidth.plain
  return table(
    [row(cell([inside], { padding: '18px 20px', 'border-radius': '14px', 'background-color': accent }, { bgcolor: accent }))],
    { width },
    { width: '100%', 'max-width': `${width}px` },
  )
}
