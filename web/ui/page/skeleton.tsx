/** Placeholder rows while content loads. Without a label if the page itself announces the loading. */
export const Skeleton = ({ label, rows = 3 }: { label?: string; rows?: number }) => (
  <div className="ui-panel ui-skeleton" role={label ? 'status' : undefined}>
    {label && <span className="sr-only">{label}</span>}
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} aria-hidden="true">
        <i />
        <span>
          <i />
          <i />
        </span>
        <i />
      </div>
    ))}
  </div>
)
