import { Icon, Mark } from '../../../ui/icons/icon.tsx'
import type { Glyph as GlyphName } from './service-glyph.ts'

export function Glyph({ glyph }: { glyph: GlyphName }) {
  if ('mark' in glyph) return <Mark name={glyph.mark} />
  if ('line' in glyph) return <Icon name={glyph.line} />
  // Rendered by base.css: as text, the letters would become part of the link's name.
  return <b className={glyph.monogram.length > 2 ? 'long' : undefined} data-letters={glyph.monogram} aria-hidden="true" />
}
