import { Glyph } from '../../features/cards/services/glyph.tsx'
import { glyphOf } from '../../features/cards/services/service-glyph.ts'

/** How the card draws a service, for features that only know its name. */
export const serviceMark = (name: string) => <Glyph glyph={glyphOf(name)} />
