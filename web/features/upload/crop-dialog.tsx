import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { PictureKind } from '#contract/cards/drafts.ts'
import type { Crop } from '#contract/media/upload-limits.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { cropOf, farthest, held, isWhole, nearest, type Size, type View } from './crop-math.ts'
import { CropStage } from './crop-stage.tsx'
import { type Cut, cutsOf } from './cuts.ts'

type Props = { bitmap: ImageBitmap; size: Size; kind: PictureKind; label: string; cut(crop: Crop | null): void; closed(): void }

/** What of a picture is shown: chosen on the device, cut out on the server from the file as it was taken. */
export function CropDialog({ bitmap, size, kind, label, cut, closed }: Props) {
  const t = useTranslate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [cuts] = useState(() => cutsOf(kind, size, () => pixelsOf(bitmap)))
  const [chosen, setChosen] = useState(0)
  const [view, setView] = useState<View>(cuts[0].view)
  const { aspect } = cuts[chosen] ?? cuts[0]
  const most = nearest(size, aspect)

  // Closed before it leaves the page: that is what gives the focus back.
  useLayoutEffect(() => {
    const sheet = dialog.current
    if (sheet?.open === false) sheet.showModal()
    // The picture is what one came for; the first button would be the one that closes.
    sheet?.querySelector<HTMLElement>('.crop-stage')?.focus()
    return () => sheet?.close()
  }, [])

  const take = () => {
    const crop = cropOf(view, size, aspect)
    cut(isWhole(crop) ? null : crop)
  }

  return (
    <dialog
      ref={dialog}
      className="crop-dialog"
      aria-labelledby={`${id}title`}
      onCancel={(event) => {
        event.preventDefault()
        closed()
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        <header>
          <h2 id={`${id}title`}>{label}</h2>
          <button className="panel-close" type="button" aria-label={t('upload.cancel')} onClick={closed}>
            <Icon name="x" />
          </button>
        </header>
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
        <footer>
          <button className="btn ghost" type="button" onClick={closed}>
            {t('upload.cancel')}
          </button>
          <button className="btn door" type="submit">
            {t('upload.use')}
          </button>
        </footer>
      </form>
    </dialog>
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
