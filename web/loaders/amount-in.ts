/** An amount of data, in megabytes or gigabytes. */
export function amountIn(language: string, bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}
