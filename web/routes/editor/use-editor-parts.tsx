import { layoutFor } from '#common/layouts.ts'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import type { PictureKind } from '#contract/cards/drafts.ts'
import { buildTheme } from '../../features/cards/theme.ts'
import type { DraftStore } from '../../features/editor/draft/draft-store.ts'
import type { EditedCard } from '../../features/editor/draft/edited.ts'
import type { EditorParts, ThemeReading } from '../../features/editor/editor-parts.ts'
import { editHref, groupOf, sectionOf, type GroupName } from '../../features/editor/sections.ts'
import { useDraft } from '../../features/editor/use-editor.ts'
import { createUpload, pictureIn, type PictureUpload } from '../../features/upload/create-upload.ts'
import { PictureField, type PictureFieldProps } from '../../features/upload/picture-field.tsx'
import { suggestPalettes } from '../../features/upload/suggest-palettes.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { uploadPictureOf } from '../../platform/api/upload-picture.ts'
import { useSite } from '../../platform/use-site.ts'
import { contrast, flatten, parseColor, white } from '../../ui/color.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { serviceMark } from '../shell/service-mark.tsx'

const shapes: Record<PictureKind, PictureFieldProps['shape']> = {
  profile: 'squircle',
  cutout: 'squircle',
  card: 'squircle',
  logo: 'free',
  background: 'wide',
}
const kinds = Object.keys(shapes) as PictureKind[]

type Uploads = Record<PictureKind, PictureUpload>

/** What the editor uses from cards, uploads and services. */
export function useEditorParts(alias: string, store: DraftStore, group: GroupName): EditorParts {
  const { productSlug: slug } = useSite()
  const [pictureColors, setPictureColors] = useState<readonly string[]>([])
  // For the whole editor: an upload continues when another page is opened.
  const [uploads] = useState(() => {
    const uploadOf = (kind: PictureKind) => {
      const upload = createUpload({ upload: uploadPictureOf({ slug, alias, kind }) })
      upload.watch(() => {
        const state = upload.read()
        if (state.step !== 'done') return
        const { uploaded } = state
        store.set('pictures', { ...store.read().edited.pictures, [kind]: pictureIn(uploaded) })
        if (kind !== 'background' && uploaded.colors.length > 0) setPictureColors(uploaded.colors)
      })
      return upload
    }
    return Object.fromEntries(kinds.map((kind) => [kind, uploadOf(kind)])) as Uploads
  })
  useUploadsElsewhere(uploads, alias, store, group)
  return useMemo(
    () => ({
      picture: (kind, words) => <Picture key={kind} {...{ alias, kind, ...words }} upload={uploads[kind]} />,
      readTheme,
      palettesFrom: (hexes) => suggestPalettes(hexes).map(({ colors }) => colors),
      pictureColors,
      glyph: serviceMark,
    }),
    [alias, uploads, pictureColors],
  )
}

/** Uploads block Publish; a failure while its page is closed shows a toast. */
function useUploadsElsewhere(uploads: Uploads, alias: string, store: DraftStore, group: GroupName) {
  const t = useTranslate()
  const showToast = useToast()
  const navigate = useNavigate()
  useEffect(() => {
    const stops = kinds.map((kind) => {
      let before = uploads[kind].read().step
      return uploads[kind].watch(() => {
        const { step } = uploads[kind].read()
        if (step === before) return
        before = step
        store.setPending(`pictures.${kind}`, step === 'sending' ? kind : '')
        const home = sectionOf(`pictures.${kind}`)
        if (step !== 'failed' || groupOf(home) === group) return
        const show = () => void navigate(editHref(alias, home))
        showToast(t('upload.lost'), { kind: 'error', forMs: snackbarMs.notice, action: { label: t('upload.show'), onClick: show } })
      })
    })
    return () => stops.forEach((stop) => stop())
  }, [uploads, alias, store, group, t, showToast, navigate])
}

type PictureProps = { alias: string; kind: PictureKind; label: string; hint?: string; upload: PictureUpload }

function Picture({ kind, ...field }: PictureProps) {
  const [pictures, set] = useDraft('pictures')
  return (
    <PictureField
      {...field}
      kind={kind}
      shape={shapes[kind]}
      picture={pictures[kind] ?? null}
      onRemove={() => set({ ...pictures, [kind]: null })}
    />
  )
}

/** The card's colors as visitors see them, with their contrast ratios. */
function readTheme(edited: EditedCard): ThemeReading {
  const defaults = layoutFor(edited.eCardTheme).colors
  const { vars, notes } = buildTheme(edited, defaults)
  const shade = (name: `--card-${string}`) => vars[name] ?? '#000000'
  const between = (one: `--card-${string}`, other: `--card-${string}`) => {
    const [a, b] = [parseColor(shade(one)), parseColor(shade(other))]
    return a && b ? Math.round(contrast(flatten(a, white), flatten(b, white)) * 10) / 10 : undefined
  }
  const reads = {
    eCardTextColor: between('--card-text', '--card-ground'),
    eCardContactColor: between('--card-on-contact', '--card-contact'),
    eCardIconColor: between('--card-icon', '--card-icon-bg'),
    eCardHeaderIconColor: between('--card-header-icon', '--card-header-chip'),
  }
  return {
    defaults,
    visible: {
      eCardBackgroundColor: shade('--card-ground'),
      eCardTextColor: shade('--card-text'),
      eCardContactBackground: shade('--card-contact'),
      eCardContactColor: shade('--card-on-contact'),
      eCardIconBackground: shade('--card-icon-bg'),
      eCardIconColor: shade('--card-icon'),
      eCardHeaderIconColor: shade('--card-header-icon'),
    },
    contrast: Object.fromEntries(Object.entries(reads).filter(([, ratio]) => ratio !== undefined)),
    notes,
  }
}
