import { LOG_LEVELS, type LogLevel } from '#domain/entry/levels.ts'
import { Stencil } from '#src/ui/Stencil.tsx'
import '#src/themes/levels.css'

type Props = { readonly level: string; readonly onChoose: (level: LogLevel) => void }

/** The four classification levels, one of them chosen. */
export function LevelPicker({ level, onChoose }: Props) {
  return (
    <fieldset>
      <legend className="silk mb-2 max-wide:sr-only">Classification level</legend>
      <div className="grid grid-cols-2 min-[360px]:grid-cols-[1.3fr_1fr_1fr_1fr] gap-1.5 wide:grid-cols-4 wide:gap-2">
        {LOG_LEVELS.map((one) => (
          <label key={one} className="level wide:justify-start wide:px-4" data-level={one}>
            <input
              type="radio"
              name="level"
              value={one}
              checked={one === level}
              onChange={() => onChoose(one)}
              aria-label={one}
            />
            <i className="hidden wide:block" />
            <span aria-hidden="true">
              <Stencil text={one} className="h-[13px]" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
