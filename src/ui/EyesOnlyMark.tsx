/** Marks an entry that is never analysed. */
export function EyesOnlyMark() {
  return <p className="mono text-xs text-muted">EYES ONLY</p>
}
