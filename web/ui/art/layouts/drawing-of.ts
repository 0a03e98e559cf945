const drawings = import.meta.glob<string>('./*.svg', { query: '?url', import: 'default', eager: true })

/** The small picture of a layout. */
export const drawingOf = (layout: string) => drawings[`./${layout}.svg`]
