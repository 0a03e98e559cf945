import { useEffect, useId, useState } from 'react'
import type { PictureKind } from '#contract/cards/drafts.ts'
import type { Crop } from '#contract/media/upload-limits.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/field/segments.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { cropOf, minZoom, clampView, isWhole, maxZoom, type Size, type View } from './crop-math.ts'
import { CropStage } from './crop-stage.tsx'
import { type CropChoice, cropsOf } from './crops.ts'

type Props = { bitmap: ImageBitmap; size: Size; kind: PictureKind; label: string; onCrop(crop: Crop | null): void; onClose(): void }

/** Chooses the crop on the device; the server crops the original file. */
export function CropDialog({ bitmap, size, kind, label, onCrop, onClose }: Props) {
  const t = useTranslate()
  const id = useId()
  const [crops] = useState(() => cropsOf(kind, size, () => pixelsOf(bitmap)))
  const [chosen, setChosen] = useState(0)
  const [view, setView] = useState<View>(crops[0].view)
  const { aspect } = crops[chosen] ?? crops[0]
  const zoomMax = maxZoom(size, aspect)

  // After the dialog has opened: focus the picture, not the first field.
  useEffect(() => document.querySelector<HTMLElement>('.ui-dialog[open] .crop-stage')?.focus(), [])

  const submit = () => {
    const crop = cropOf(view, size, aspect)
    onCrop(isWhole(crop) ? null : crop)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={label}
      closeLabel={t('close')}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('upload.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={`${id}form`}>
            {t('upload.use')}
          </Button>
        </>
      }
    >
      <form
        className="crop"
        id={`${id}form`}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <CropStage bitmap={bitmap} size={size} view={view} aspect={aspect} hint={`${id}hint`} onChange={setView} />
        <p className="ui-note" id={`${id}hint`}>
          {t('upload.cropHint')} {t('upload.privacy')}
        </p>
        <CropPicker
          crops={crops}
          chosen={chosen}
          choose={(at) => {
            setChosen(at)
            setView((crops[at] ?? crops[0]).view)
          }}
        />
        <label className="crop-zoom across">
          <span>{t('upload.zoom')}</span>
          <input
            type="range"
            min={minZoom}
            max={Math.max(zoomMax, minZoom + 0.01)}
            step="any"
            value={view.zoom}
            disabled={zoomMax <= minZoom}
            aria-valuetext={`${Math.round(view.zoom * 100)} %`}
            onChange={({ currentTarget }) => setView((before) => clampView({ ...before, zoom: Number(currentTarget.value) }, size, aspect))}
          />
        </label>
      </form>
    </Dialog>
  )
}

const words = { whole: 'upload.cutWhole', trimmed: 'upload.cutTrimmed', square: 'upload.cutSquare' } as const

/** The shape, if there is a choice. */
function CropPicker({ crops, chosen, choose }: { crops: readonly CropChoice[]; chosen: number; choose(at: number): void }) {
  const t = useTranslate()
  if (crops.length < 2) return null
  return (
    <Segments
      isWide
      isLabelHidden
      label={t('upload.cut')}
      value={chosen}
      onChange={choose}
      choices={crops.map((cut, at) => ({ value: at, label: t(words[cut.name]) }))}
    />
  )
}

const sidePx = 240

/** The pixels of a downscaled picture. */
function pixelsOf(bitmap: ImageBitmap): ImageData | null {
  const share = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}
