/** Rows in the shape of those that are on their way. */
export const Skeleton = ({ label, rows = 3 }: { label: string; rows?: number }) => (
  <div className="ui-panel ui-skeleton" role="status">
    <span className="sr-only">{label}</span>
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
