import type { RefObject } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { Cut } from './make-signature.ts'
import { useAwake } from '../../ui/use-awake.ts'

type Props = { html: string; text: string; cut: Cut; length: string; shown: RefObject<HTMLDivElement | null> }

/** The one thing to do here, and the HTML for those who want it bare. */
export function SignatureCopy({ html, text, cut, length, shown }: Props) {
  const t = useTranslate()
  const showToast = useToast()
  const isAwake = useAwake()
  const [isHtmlCopied, copyHtml] = useCopy({
    good: t('signature.htmlCopied'),
    bad: t('signature.copyFailed'),
    forMs: snackbarMs.copy,
  })

  async function copy() {
    const isDone = await copySignature({ html, text }, shown.current)
    showToast(t(isDone ? 'signature.copied' : 'signature.copyFailed'), {
      kind: isDone ? 'done' : 'error',
      forMs: isDone ? snackbarMs.copy : snackbarMs.notice,
    })
  }
  return (
    <>
      <CutNote cut={cut} />
      <div className="with-script">
        <Button kind="primary" size="large" isWide icon="copy" disabled={!isAwake} onClick={() => void copy()}>
          {t('signature.copy')}
        </Button>
      </div>
      <p className="without-script">{t('signature.noScript')}</p>
      <details className="signature-html">
        <summary>{t('signature.html')}</summary>
        <TextArea label={t('signature.html')} isLabelHidden hint={length} readOnly rows={6} value={html} dir="ltr" spellCheck={false} />
        <div className="with-script">
          <Button isWide icon={isHtmlCopied ? 'check' : 'copy'} disabled={!isAwake} onClick={() => void copyHtml(html)}>
            {t('signature.copyHtml')}
          </Button>
        </div>
      </details>
    </>
  )
}

function CutNote({ cut: { links, tagLine, qr } }: { cut: Cut }) {
  const t = useTranslate()
  const left = [
    ...(links > 0 ? [t('signature.cutLinks', { count: links })] : []),
    ...(tagLine ? [t('signature.cutTagLine')] : []),
    ...(qr ? [t('signature.cutQr')] : []),
  ]
  return (
    left.length > 0 && (
      <Banner kind="warn" isLive>
        {t('signature.cut')} {left.join(', ')}.
      </Banner>
    )
  )
}

type Copied = { html: string; text: string }

/** Puts the signature where the next paste takes it from, with its looks and as plain text. False where the browser keeps us from it. */
async function copySignature(copied: Copied, shown: Element | null): Promise<boolean> {
  return copyBySelecting(copied, shown) || copyByAsking(copied)
}

/**
 * What is selected starts the copying; what is copied is ours to the letter, whatever the page looks like. It comes first: asked to
 * write, browsers read the HTML as a part of this page, whose policy refuses it its styles, and may leave out what only Outlook knows.
 */
function copyBySelecting({ html, text }: Copied, shown: Element | null): boolean {
  const selection = getSelection()
  if (shown) selection?.selectAllChildren(shown)
  let isGiven = false
  const give = (event: ClipboardEvent) => {
    if (!event.clipboardData) return
    event.clipboardData.setData('text/html', html)
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    isGiven = true
  }
  document.addEventListener('copy', give)
  try {
    return document.execCommand('copy') && isGiven
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', give)
    selection?.removeAllRanges()
  }
}

async function copyByAsking({ html, text }: Copied): Promise<boolean> {
  try {
    const item = new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([text], { type: 'text/plain' }),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return false
  }
}
