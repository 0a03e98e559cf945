import type { Layout } from './layout.ts'
import atrium from '../layouts/atrium.css?url'
import meridian from '../layouts/meridian.css?url'
import porch from '../layouts/porch.css?url'
import salon from '../layouts/salon.css?url'

/** Where each layout lies as a file, for a page that was not written with it. */
export const layoutHrefs: Readonly<Record<Layout, string>> = { porch, salon, meridian, atrium }
