/** Rows in the shape of those that are on their way. Without a label where the page itself says that it is loading. */
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
