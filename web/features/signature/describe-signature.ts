import { cell, row, table, type MailNode } from './mail-node.ts'
import type { SignatureChoices, SignatureData } from './signature-data.ts'
import { buttonRows, cardLinkRows, codeOf, licenseRows, linkRows, portraitOf, reachRows, whoRows, type Paint } from './signature-parts.ts'

type Given = { data: SignatureData; choices: SignatureChoices }

/** The signature as one description: the page draws it, the clipboard is given it as HTML. */
export function describeSignature(data: SignatureData, choices: SignatureChoices): MailNode {
  const { ink, soft, accent, onAccent } = data.colours
  const onPaper = { ink, soft, link: accent, button: accent, onButton: onAccent }
  if (choices.layout === 'quiet') return beside({ data, choices }, onPaper, null, cardLinkRows(data, choices, onPaper))
  if (choices.layout === 'banner') return banner({ data, choices })
  return beside({ data, choices }, onPaper, choices.portrait ? portraitOf(data, 92) : null, buttonRows(data, choices, onPaper))
}

/** A picture, the words beside it, the code at their end. */
function beside({ data, choices }: Given, paint: Paint, portrait: MailNode | null, button: MailNode[]): MailNode {
  const code = choices.qr ? codeOf(data) : null
  const said = [
    ...whoRows(data, paint),
    ...reachRows(data, choices, paint),
    ...button,
    ...linkRows(data, choices, paint),
    ...licenseRows(data, paint),
  ]
  return table([
    row(
      portrait && cell([portrait], { padding: '0 22px 0 0' }, { width: '114' }),
      cell([table(said)]),
      code && cell([code], { padding: '0 0 0 22px' }, { width: '126' }),
    ),
  ])
}

/** The code stands beside the words, and leaves them their room. */
const bannerWidth = { plain: '460', withCode: '580' }

/** Everything on one ground of the card’s own colour. */
function banner({ data, choices }: Given): MailNode {
  const { accent, onAccent } = data.colours
  const paint = { ink: onAccent, soft: onAccent, link: onAccent, button: onAccent, onButton: accent }
  const portrait = choices.portrait ? portraitOf(data, 80) : null
  const inside = beside({ data, choices }, paint, portrait, buttonRows(data, choices, paint))
  const width = choices.qr && data.qr ? bannerWidth.withCode : bannerWidth.plain
  return table(
    [row(cell([inside], { padding: '18px 20px', 'border-radius': '14px', 'background-color': accent }, { bgcolor: accent }))],
    { width },
    { width: '100%', 'max-width': `${width}px` },
  )
}
