import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Panel } from '#src/ui/Panel.tsx'
import '#src/themes/range.css'
import { Setting } from './Setting.tsx'
import { Switch } from './Switch.tsx'
import { ThemeSettings } from './ThemeSettings.tsx'

const PERCENT = 100

/** Theme, sound and display. Every choice shows at once. */
export function GeneralSettings() {
  const { soundEnabled, soundVolume, terminalEffectsEnabled, choose } = usePreferences()
  const { muted, setMuted } = useMusic()
  const percent = Math.round(soundVolume * PERCENT)
  return (
    <>
      <ThemeSettings />
      <Panel title="Sound">
        <Setting name="Sound effects" hint="Key clicks, tuning and alerts.">
          <Switch name="Sound effects" on={soundEnabled} onChange={(on) => choose('soundEnabled', on)} />
        </Setting>
        <Setting name="Volume" hint="Effects only. The radio has its own control in the player bar.">
          <div className="flex w-72 max-w-full items-center gap-4">
            <input
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
            <output className="mono w-12 text-right text-sm">{percent}%</output>
          </div>
        </Setting>
        <Setting name="Background music" hint="Quiet, and silent while the radio plays.">
          <Switch name="Background music" on={!muted} onChange={(on) => setMuted(!on)} />
        </Setting>
      </Panel>
      <Panel title="Display">
        <Setting
          name="Terminal effects"
          hint="Scanlines, vignette and flicker. Flicker stays off when your system asks for reduced motion."
        >
          <Switch
            name="Terminal effects"
            on={terminalEffectsEnabled}
            onChange={(on) => choose('terminalEffectsEnabled', on)}
          />
        </Setting>
      </Panel>
    </>
  )
}
