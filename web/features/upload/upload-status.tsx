import type { Crop } from '#contract/media/upload-limits.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import type { UploadState } from './create-upload.ts'

type Props = { state: UploadState; isVisible: boolean; onRetry(sent: { file: Blob; crop: Crop | null }): void; stop(): void }

/** Progress, result and error of an upload. */
export function UploadStatus({ state, isVisible, onRetry, stop }: Props) {
  const t = useTranslate()
  const isSending = state.step === 'sending'
  return (
    <>
      {isSending && (
        <Cluster>
          <progress className="ui-progress-bar" max={1} value={state.share} aria-label={t('upload.sending')} />
          <Button kind="ghost" onClick={stop}>
            {t('upload.cancel')}
          </Button>
        </Cluster>
      )}
      <p className="ui-note picture-status" role="status">
        {state.step === 'opening' && t('upload.opening')}
        {isSending && t(state.share < 1 ? 'upload.sending' : 'upload.writing')}
        {state.step === 'done' && isVisible && t(state.uploaded.isAnimated ? 'upload.doneAnimated' : 'upload.done')}
      </p>
      {state.step === 'failed' && (
        <Banner
          kind="bad"
          isLive
          action={
            state.issue.canRetry &&
            state.sent && (
              <Button icon="refresh-cw" onClick={() => state.sent && onRetry(state.sent)}>
                {t('upload.again')}
              </Button>
            )
          }
        >
          {t(state.issue.key)}
        </Banner>
      )}
    </>
  )
}
