import { useEffect, useId, useState } from 'react'
import type { PictureKind } from '#contract/cards/drafts.ts'
import type { Crop } from '#contract/media/upload-limits.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { cropOf, farthest, held, isWhole, nearest, type Size, type View } from './crop-math.ts'
import { CropStage } from './crop-stage.tsx'
import { type Cut, cutsOf } from './cuts.ts'

type Props = { bitmap: ImageBitmap; size: Size; kind: PictureKind; label: string; cut(crop: Crop | null): void; closed(): void }

/** What of a picture is shown: chosen on the device, cut out on the server from the file as it was taken. */
export function CropDialog({ bitmap, size, kind, label, cut, closed }: Props) {
  const t = useTranslate()
  const id = useId()
  const [cuts] = useState(() => cutsOf(kind, size, () => pixelsOf(bitmap)))
  const [chosen, setChosen] = useState(0)
  const [view, setView] = useState<View>(cuts[0].view)
  const { aspect } = cuts[chosen] ?? cuts[0]
  const most = nearest(size, aspect)

  // After the dialog has opened: the picture is what it is about, not its first field.
  useEffect(() => document.querySelector<HTMLElement>('.ui-dialog[open] .crop-stage')?.focus(), [])

  const take = () => {
    const crop = cropOf(view, size, aspect)
    cut(isWhole(crop) ? null : crop)
  }

  return (
    <Dialog
      isOpen
      onClose={closed}
      title={label}
      closeLabel={t('close')}
      actions={
        <>
          <Button kind="ghost" onClick={closed}>
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
          take()
        }}
      >
        <CropStage bitmap={bitmap} size={size} view={view} aspect={aspect} hint={`${id}hint`} look={setView} />
        <p className="crop-hint" id={`${id}hint`}>
          {t('upload.cropHint')} {t('upload.privacy')}
        </p>
        <CutChoice
          cuts={cuts}
          chosen={chosen}
          choose={(at) => {
            setChosen(at)
            setView((cuts[at] ?? cuts[0]).view)
          }}
        />
        <label className="crop-zoom">
          <span>{t('upload.zoom')}</span>
          <input
            type="range"
            min={farthest}
            max={Math.max(most, farthest + 0.01)}
            step="any"
            value={view.zoom}
            disabled={most <= farthest}
            aria-valuetext={`${Math.round(view.zoom * 100)} %`}
            onChange={({ currentTarget }) => setView((before) => held({ ...before, zoom: Number(currentTarget.value) }, size, aspect))}
          />
        </label>
      </form>
    </Dialog>
  )
}

const words = { whole: 'upload.cutWhole', trimmed: 'upload.cutTrimmed', square: 'upload.cutSquare' } as const

/** The shape, where there is a choice. */
function CutChoice({ cuts, chosen, choose }: { cuts: readonly Cut[]; chosen: number; choose(at: number): void }) {
  const t = useTranslate()
  const name = useId()
  if (cuts.length < 2) return null
  return (
    <fieldset className="crop-cuts">
      <legend className="sr-only">{t('upload.cut')}</legend>
      {cuts.map((cut, at) => (
        <label key={cut.name}>
          <input type="radio" name={name} checked={at === chosen} onChange={() => choose(at)} />
          {t(words[cut.name])}
        </label>
      ))}
    </fieldset>
  )
}

const sidePx = 240

/** A small print of a picture, to look at its pixels. */
function pixelsOf(bitmap: ImageBitmap): ImageData | null {
  const share = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return pen?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}
