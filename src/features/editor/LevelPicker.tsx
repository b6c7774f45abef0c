import { LOG_LEVELS, type LogLevel } from '#domain/entry/levels.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { Stencil } from '#src/ui/Stencil.tsx'
import '#src/styles/levels.css'
import './LevelPicker.css'

type Props = { readonly level: string; readonly onChoose: (level: LogLevel) => void }

/** Selects the level of an entry. */
export function LevelPicker({ level, onChoose }: Props) {
  return (
    <fieldset className="level-field">
      <legend className="sr-only">{EDITOR_TEXT.levels}</legend>
      <div className="levels">
        {LOG_LEVELS.map((one) => (
          <label key={one} className="level" data-level={one}>
            <input
              type="radio"
              name="level"
              value={one}
              checked={one === level}
              onChange={() => onChoose(one)}
              aria-label={one}
            />
            <i />
            <span aria-hidden="true">
              <Stencil text={one} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
