import type { Crop } from '#contract/media/upload-limits.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../ui/icons/owner-icon.tsx'
import type { UploadState } from './create-upload.ts'

type Props = { state: UploadState; isShown: boolean; again(sent: { file: Blob; crop: Crop | null }): void; stop(): void }

/** How far a picture is on its way, and what came in its way. */
export function UploadStatus({ state, isShown, again, stop }: Props) {
  const t = useTranslate()
  const isSending = state.step === 'sending'
  return (
    <>
      {isSending && (
        <div className="picture-sending">
          <progress max={1} value={state.share} aria-label={t('upload.sending')} />
          <button className="btn ghost" type="button" onClick={stop}>
            {t('upload.cancel')}
          </button>
        </div>
      )}
      <p className="picture-said" role="status">
        {state.step === 'opening' && t('upload.opening')}
        {isSending && t(state.share < 1 ? 'upload.sending' : 'upload.writing')}
        {state.step === 'done' && isShown && t(state.uploaded.isAnimated ? 'upload.doneAnimated' : 'upload.done')}
      </p>
      {state.step === 'failed' && (
        <div className="picture-fault" role="alert">
          <Icon name="circle-alert" />
          <p>{t(state.fault.key)}</p>
          {state.fault.canRetry && state.sent && (
            <button className="btn outline" type="button" onClick={() => state.sent && again(state.sent)}>
              <Icon name="refresh-cw" />
              {t('upload.again')}
            </button>
          )}
        </div>
      )}
    </>
  )
}
