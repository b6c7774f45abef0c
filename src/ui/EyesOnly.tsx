/** Marks an entry that is never analysed. */
export function EyesOnly() {
  return <p className="mono text-xs text-muted">EYES ONLY</p>
}
