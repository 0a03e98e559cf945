/** The legend for the chart's two colors; screen readers get the table instead. `isLine` for lines instead of bars. */
export const ChartKey = ({ now, before, isLine = false }: { now: string; before: string; isLine?: boolean }) => (
  <p className={isLine ? 'ui-chart-key line' : 'ui-chart-key'} aria-hidden="true">
    <span>{now}</span>
    <span>{before}</span>
  </p>
)
