import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { TextArea } from '../../ui/field/text-field.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** A text to copy elsewhere, and the button that does it. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('connections.copied'), bad: t('connections.notCopied'), forMs: snackbarMs.notice })
  return (
    <div className="ui-copied">
      <TextArea label={label} defaultValue={text} rows={text.split('\n').length} readOnly spellCheck={false} dir="ltr" />
      <IconButton icon={isCopied ? 'check' : 'copy'} label={`${t('connections.copy')}: ${label}`} onClick={() => void copy(text)} />
    </div>
  )
}
