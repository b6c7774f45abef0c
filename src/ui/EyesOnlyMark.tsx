export function EyesOnlyMark() {
  return <p className="mono fine muted">EYES ONLY</p>
}
