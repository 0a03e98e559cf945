import type { Layout } from '#common/layouts.ts'

// For the server, and apart from the components, which the card's other pages don't load.
const styles = import.meta.env.SSR ? import.meta.glob<string>('./*.css', { query: '?inline', import: 'default', eager: true }) : {}

export const stylesOf = (layout: Layout) => styles[`./${layout}.css`] ?? ''
