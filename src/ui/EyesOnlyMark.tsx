import { ENTRY_TEXT } from '#domain/texts/entry.ts'

export function EyesOnlyMark() {
  return <p className="mono fine muted">{ENTRY_TEXT.eyesOnly}</p>
}
