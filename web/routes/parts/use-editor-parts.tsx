import { useMemo, useState } from 'react'
import type { PictureKind } from '#contract/drafts.ts'
import type { EditorParts } from '../../features/editor/editor-parts.ts'
import { useDraft } from '../../features/editor/use-editor.ts'
import { PictureField, type PictureFieldProps } from '../../features/upload/picture-field.tsx'
import { suggestPalettes } from '../../features/upload/suggest-palettes.ts'
import { uploadPictureOf } from '../../platform/upload-picture.ts'
import { useSite } from '../../platform/use-site.ts'
import { readTheme } from './read-theme.ts'
import { serviceMark } from './service-mark.tsx'

const shapes: Record<PictureKind, PictureFieldProps['shape']> = {
  profile: 'squircle',
  cutout: 'squircle',
  card: 'squircle',
  logo: 'free',
  background: 'wide',
}

/** What the card, the pictures and the services lend the editor. */
export function useEditorParts(alias: string): EditorParts {
  const { productSlug: slug } = useSite()
  const [pictureColours, setPictureColours] = useState<readonly string[]>([])
  return useMemo(() => {
    const seen = (kind: PictureKind) => (colours: readonly string[]) => void (kind !== 'background' && setPictureColours(colours))
    return {
      picture: (kind, words) => <Picture key={kind} {...{ alias, slug, kind, ...words }} tellColours={seen(kind)} />,
      readTheme,
      palettesFrom: (hexes) => suggestPalettes(hexes).map(({ colours }) => colours),
      pictureColours,
      glyph: serviceMark,
    }
  }, [alias, slug, pictureColours])
}

type PictureProps = {
  alias: string
  slug: string
  kind: PictureKind
  label: string
  hint?: string
  tellColours(colours: readonly string[]): void
}

function Picture({ alias, slug, kind, tellColours, ...words }: PictureProps) {
  const [pictures, set] = useDraft('pictures')
  const upload = useMemo(() => uploadPictureOf({ slug, alias, kind }), [slug, alias, kind])
  return (
    <PictureField
      {...words}
      {...{ alias, kind, upload }}
      shape={shapes[kind]}
      picture={pictures[kind] ?? null}
      onChange={(picture, colours) => {
        set({ ...pictures, [kind]: picture })
        if (colours.length > 0) tellColours(colours)
      }}
    />
  )
}
