import { Glyph } from '../../features/cards/services/glyph.tsx'
import { glyphOf } from '../../features/cards/services/service-glyph.ts'

/** The card's icon of a service, by name. */
export const serviceMark = (name: string) => <Glyph glyph={glyphOf(name)} />
