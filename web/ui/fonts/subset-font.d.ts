declare module 'subset-font' {
  type Axis = number | { min: number; max: number }
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes?: Readonly<Record<string, Axis>>
      keepFeatures?: string[]
      dropTables?: string[]
      noHinting?: boolean
    },
  ): Promise<Uint8Array>
}

declare module '~fonts/*.woff2?url' {
  const address: string
  export default address
}
