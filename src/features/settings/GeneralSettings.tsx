import { useId } from 'react'
import { timeText } from '#domain/clock.ts'
import type { ClockHours, Preferences } from '#domain/account/preferences.ts'
import { GENERAL_SETTINGS_TEXT } from '#domain/texts/generalSettings.ts'
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
      <Panel title={GENERAL_SETTINGS_TEXT.sound}>
        <FlagSetting
          flag="soundEnabled"
          name={GENERAL_SETTINGS_TEXT.effects}
          hint={GENERAL_SETTINGS_TEXT.effectsHint}
        />
        <VolumeSetting />
        <FlagSetting
          flag="bgMusicMuted"
          name={GENERAL_SETTINGS_TEXT.music}
          hint={GENERAL_SETTINGS_TEXT.musicHint}
          negated
        />
      </Panel>
      <Panel title={GENERAL_SETTINGS_TEXT.display}>
        <FlagSetting
          flag="terminalEffectsEnabled"
          name={GENERAL_SETTINGS_TEXT.terminalEffects}
          hint={GENERAL_SETTINGS_TEXT.terminalEffectsHint}
        />
      </Panel>
      <Panel title={GENERAL_SETTINGS_TEXT.comfort}>
        <FlagSetting
          flag="reducedMotion"
          name={GENERAL_SETTINGS_TEXT.reducedMotion}
          hint={GENERAL_SETTINGS_TEXT.reducedMotionHint}
        />
        <FlagSetting
          flag="largerText"
          name={GENERAL_SETTINGS_TEXT.largerText}
          hint={GENERAL_SETTINGS_TEXT.largerTextHint}
        />
        <ClockSetting />
        <FlagSetting
          flag="singleKeys"
          name={GENERAL_SETTINGS_TEXT.singleKeys}
          hint={GENERAL_SETTINGS_TEXT.singleKeysHint}
        />
      </Panel>
    </>
  )
}

/** @param negated whether the switch shows the opposite of the preference */
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
    <Setting name={GENERAL_SETTINGS_TEXT.volume} hint={GENERAL_SETTINGS_TEXT.volumeHint}>
      <div className="sound-volume">
        <input
          id={id}
          className="range"
          style={{ '--fill': `${percent}%` }}
          type="range"
          min="0"
          max="100"
          step="5"
          aria-label={GENERAL_SETTINGS_TEXT.volume}
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
    <Setting name={GENERAL_SETTINGS_TEXT.clock} hint={GENERAL_SETTINGS_TEXT.clockHint(timeText(now, clockHours))}>
      <div role="radiogroup" aria-label={GENERAL_SETTINGS_TEXT.clock} className="choices">
        {CLOCK_OPTIONS.map((hours) => (
          <label key={hours}>
            <input
              type="radio"
              name="clock"
              checked={hours === clockHours}
              onChange={() => choose('clockHours', hours)}
            />
            <span>{GENERAL_SETTINGS_TEXT.clockHours(hours)}</span>
          </label>
        ))}
      </div>
    </Setting>
  )
}
