import { pathTo } from '#common/path-to.ts'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import type { DraftPicture, PictureKind } from '#contract/cards/drafts.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import type { PictureUpload } from './create-upload.ts'
import { CropDialog } from './crop-dialog.tsx'
import { FileButton } from './file-button.tsx'
import styles from './upload.css?page-style'
import { UploadStatus } from './upload-status.tsx'
import { useIncomingFiles } from './use-incoming-files.ts'

export type PictureFieldProps = {
  alias: string
  kind: PictureKind
  label: string
  hint?: string
  picture: DraftPicture | null
  /** The shape of the preview. */
  shape: 'squircle' | 'wide' | 'free'
  upload: PictureUpload
  onRemove(): void
}

/** One picture of a card: choose, drop, paste or take it, crop, upload, replace and remove it. */
export function PictureField({ alias, kind, label, hint, picture, shape, upload, onRemove }: PictureFieldProps) {
  const t = useTranslate()
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const { choose, send, stop } = upload
  const state = useSyncExternalStore(upload.watch, upload.read, upload.read)
  useEffect(() => () => upload.leave(), [upload])
  const isOver = useIncomingFiles(field, choose)
  const isBusy = state.step === 'opening' || state.step === 'sending'

  const remove = () => {
    stop()
    onRemove()
    // The button disappears with the picture.
    field.current?.querySelector('input')?.focus()
  }

  return (
    <div
      ref={field}
      className={isOver ? 'picture-field over' : 'picture-field'}
      role="group"
      aria-labelledby={`${id}label`}
      aria-describedby={`${id}limits`}
    >
      <PageStyle name="upload" styles={styles} />
      <div className={`picture-preview center ${shape}`} aria-busy={isBusy}>
        {picture ? (
          <img src={pictureHref(alias, kind, picture)} width={picture.width} height={picture.height} alt={t('upload.now', { label })} />
        ) : (
          <Icon name="image" />
        )}
      </div>
      <div className="picture-words">
        <b id={`${id}label`}>{label}</b>
        <small id={`${id}limits`}>
          {hint && <span>{hint} </span>}
          {t('upload.limits')}
        </small>
        <Cluster>
          <FileButton icon="upload" words={t(picture ? 'upload.replace' : 'upload.choose')} of={label} onFile={choose} />
          <FileButton
            icon="camera"
            words={t('upload.camera')}
            of={label}
            capture={shape === 'squircle' ? 'user' : 'environment'}
            onFile={choose}
          />
          {picture && <IconButton icon="trash-2" label={t('upload.removeOf', { label })} onClick={remove} />}
        </Cluster>
        <UploadStatus
          state={state}
          isVisible={state.step !== 'done' || state.uploaded.revision === picture?.revision}
          onRetry={(sent) => send(sent)}
          stop={stop}
        />
        <noscript>
          <Banner kind="warn">{t('upload.scriptRequired')}</Banner>
        </noscript>
      </div>
      {state.step === 'cropping' && (
        <CropDialog
          bitmap={state.decoded.bitmap}
          size={state.decoded.size}
          kind={kind}
          label={label}
          onCrop={(crop) => send({ file: state.file, crop })}
          onClose={stop}
        />
      )}
      {isOver && (
        <p className="picture-drop across" aria-hidden="true">
          <Icon name="upload" />
          {t('upload.drop')}
        </p>
      )}
    </div>
  )
}

/** Twice the displayed size, for sharp screens. */
const widths: Record<PictureKind, number> = { profile: 220, cutout: 220, card: 220, logo: 272, background: 448 }

/** The address of this revision of a card's picture, published or not. */
function pictureHref(alias: string, kind: PictureKind, { revision }: Pick<DraftPicture, 'revision'>): string {
  return `${pathOf(alias, kind, revision)}?w=${widths[kind]}`
}

function pathOf(alias: string, kind: PictureKind, version: string): string {
  if (kind === 'profile') return pathTo('media.profileImage', { alias, version })
  if (kind === 'logo') return pathTo('media.officeLogo', { alias, version })
  if (kind === 'background') return pathTo('media.backgroundImage', { alias, image: 'own', theme: 'default', version })
  return pathTo('media.cardImage', { alias, version })
}
