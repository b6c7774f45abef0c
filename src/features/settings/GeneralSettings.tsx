import { useId } from 'react'
import { timeText } from '#domain/clock.ts'
import type { ClockHours, Preferences } from '#domain/account/preferences.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { useMinute } from '#src/ui/useMinute.ts'
import '#src/styles/choices.css'
import '#src/styles/range.css'
import { Setting } from './Setting.tsx'
import { Switch } from './Switch.tsx'
import { ThemeSettings } from './ThemeSettings.tsx'
import './GeneralSettings.css'

const PERCENT = 100

type Flag = {
  [Key in keyof Preferences]: Preferences[Key] extends boolean ? Key : never
}[keyof Preferences]

/** Shows the settings for theme, sound, display and comfort. */
export function GeneralSettings() {
  return (
    <>
      <ThemeSettings />
      <Panel title="Sound">
        <FlagSetting flag="soundEnabled" name="Sound effects" hint="Key clicks, tuning and alerts." />
        <VolumeSetting />
        <FlagSetting
          flag="bgMusicMuted"
          name="Background music"
          hint="Quiet, and silent while the radio plays."
          negated
        />
      </Panel>
      <Panel title="Display">
        <FlagSetting
          flag="terminalEffectsEnabled"
          name="Terminal effects"
          hint="Scanlines, vignette and flicker. Flicker stays off when your system asks for reduced motion."
        />
      </Panel>
      <Panel title="Comfort">
        <FlagSetting
          flag="reducedMotion"
          name="Reduced motion"
          hint="Nothing flickers, travels or spins. Always so when your system asks for it."
        />
        <FlagSetting flag="largerText" name="Larger text" hint="Everything is a fifth larger." />
        <ClockSetting />
        <FlagSetting
          flag="singleKeys"
          name="Single-key shortcuts"
          hint="Letters and signs such as N, L and / act outside of text fields. Switch them off for speech input."
        />
      </Panel>
    </>
  )
}

/** @param negated whether the switch is on when the preference is false */
function FlagSetting({
  flag,
  name,
  hint,
  negated = false,
}: {
  readonly flag: Flag
  readonly name: string
  readonly hint: string
  readonly negated?: boolean
}) {
  const value = usePreferences((state) => state[flag])
  const choose = usePreferences((state) => state.choose)
  return (
    <Setting name={name} hint={hint}>
      <Switch name={name} on={value !== negated} onChange={(on) => choose(flag, on !== negated)} />
    </Setting>
  )
}

function VolumeSetting() {
  const id = useId()
  const soundVolume = usePreferences((state) => state.soundVolume)
  const choose = usePreferences((state) => state.choose)
  const percent = Math.round(soundVolume * PERCENT)
  return (
    <Setting name="Volume" hint="Effects only. The radio has its own control in the player bar.">
      <div className="sound-volume">
        <input
          id={id}
          className="range"
          style={{ '--fill': `${percent}%` }}
          type="range"
          min="0"
          max="100"
          step="5"
          aria-label="Volume"
          aria-valuetext={`${percent}%`}
          value={percent}
          onChange={(event) => choose('soundVolume', Number(event.target.value) / PERCENT)}
        />
        <output htmlFor={id} className="mono small">
          {percent}%
        </output>
      </div>
    </Setting>
  )
}

const CLOCK_OPTIONS: readonly ClockHours[] = [24, 12]

function ClockSetting() {
  const clockHours = usePreferences((state) => state.clockHours)
  const choose = usePreferences((state) => state.choose)
  const now = useMinute()
  return (
    <Setting name="Clock" hint={`It is ${timeText(now, clockHours)}. Exports always have 24 hours.`}>
      <div role="radiogroup" aria-label="Clock" className="choices">
        {CLOCK_OPTIONS.map((hours) => (
          <label key={hours}>
            <input
              type="radio"
              name="clock"
              checked={hours === clockHours}
              onChange={() => choose('clockHours', hours)}
            />
            <span>{hours} hours</span>
          </label>
        ))}
      </div>
    </Setting>
  )
}
