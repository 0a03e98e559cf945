import type { RefObject } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { TextArea } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { Cut } from './make-signature.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'

type Props = { html: string; text: string; cut: Cut; length: string; preview: RefObject<HTMLDivElement | null> }

/** Copies the signature, and shows its HTML. */
export function SignatureCopy({ html, text, cut, length, preview }: Props) {
  const t = useTranslate()
  const showToast = useToast()
  const isHydrated = useHydrated()
  const [isHtmlCopied, copyHtml] = useCopy({
    good: t('signature.htmlCopied'),
    bad: t('signature.copyFailed'),
    forMs: snackbarMs.copy,
  })

  async function copy() {
    const isDone = await copySignature({ html, text }, preview.current)
    showToast(t(isDone ? 'signature.copied' : 'signature.copyFailed'), {
      kind: isDone ? 'done' : 'error',
      forMs: isDone ? snackbarMs.copy : snackbarMs.notice,
    })
  }
  return (
    <>
      <CutNote cut={cut} />
      <div className="with-script">
        <Button kind="primary" size="large" isWide icon="copy" disabled={!isHydrated} onClick={() => void copy()}>
          {t('signature.copy')}
        </Button>
      </div>
      <p className="without-script">{t('signature.noScript')}</p>
      <details className="ui-more">
        <summary>
          <Icon name="chevron-right" />
          {t('signature.html')}
        </summary>
        <TextArea label={t('signature.html')} isLabelHidden hint={length} readOnly rows={6} value={html} dir="ltr" spellCheck={false} />
        <div className="with-script">
          <Button isWide icon={isHtmlCopied ? 'check' : 'copy'} disabled={!isHydrated} onClick={() => void copyHtml(html)}>
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

/** Copies the signature as HTML and plain text. False if the browser denies it. */
async function copySignature(copied: Copied, preview: Element | null): Promise<boolean> {
  return copyBySelecting(copied, preview) || copyByClipboardApi(copied)
}

/**
 * Selects the preview and sets the clipboard data in the `copy` event. It comes first: the asynchronous clipboard API sanitizes the
 * HTML under this page's policy, which drops its styles, and may remove what only Outlook knows.
 */
function copyBySelecting({ html, text }: Copied, preview: Element | null): boolean {
  const selection = getSelection()
  if (preview) selection?.selectAllChildren(preview)
  let isSet = false
  const give = (event: ClipboardEvent) => {
    if (!event.clipboardData) return
    event.clipboardData.setData('text/html', html)
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    isSet = true
  }
  document.addEventListener('copy', give)
  try {
    return document.execCommand('copy') && isSet
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', give)
    selection?.removeAllRanges()
  }
}

async function copyByClipboardApi({ html, text }: Copied): Promise<boolean> {
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
