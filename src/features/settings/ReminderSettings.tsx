import { useId } from 'react'
import { REMINDER_INTERVALS, type AiSettings } from '#domain/account/aiSettings.ts'
import { NOTIFICATION_TEXT } from '#domain/texts/specification.ts'
import { REMINDER_TEXT } from '#domain/texts/reminders.ts'
import { useAuth } from '#src/stores/auth.ts'
import { NotificationsFailed, useNotifications } from '#src/stores/notifications.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.tsx'
import '#src/styles/choices.css'
import './ReminderSettings.css'
import { Setting } from './Setting.tsx'
import { Switch } from './Switch.tsx'

type Props = { readonly settings: AiSettings; readonly onChoose: (changes: Partial<AiSettings>) => void }

const PUSH_HINT = import.meta.env.VITE_LOCAL_FIRESTORE ? REMINDER_TEXT.pushLocal : REMINDER_TEXT.pushHint
const SHARED_HINT = REMINDER_TEXT.pushShared
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Shows the settings for reminders and push notifications. */
export function ReminderSettings({ settings, onChoose }: Props) {
  const { isMeiLingEnabled, reminderInterval, quietFrom, quietUntil } = settings
  const switchOn = useReminders((state) => state.switchOn)
  const setReminders = (on: boolean) => {
    if (on) switchOn()
    onChoose({ isMeiLingEnabled: on })
  }
  return (
    <Panel title={REMINDER_TEXT.title}>
      <Setting name={REMINDER_TEXT.enabled} hint={REMINDER_TEXT.enabledHint}>
        <Switch name={REMINDER_TEXT.enabled} on={isMeiLingEnabled} onChange={setReminders} />
      </Setting>
      {isMeiLingEnabled && (
        <>
          <Setting name={REMINDER_TEXT.interval} hint={REMINDER_TEXT.intervalHint}>
            <div role="radiogroup" aria-label={REMINDER_TEXT.interval} className="choices">
              {REMINDER_INTERVALS.map((minutes) => (
                <label key={minutes}>
                  <input
                    type="radio"
                    name="interval"
                    checked={minutes === reminderInterval}
                    onChange={() => onChoose({ reminderInterval: minutes })}
                  />
                  <span>{REMINDER_TEXT.intervals[minutes]}</span>
                </label>
              ))}
            </div>
          </Setting>
          <Setting name={REMINDER_TEXT.quietHours} hint={REMINDER_TEXT.quietHoursHint}>
            <div className="quiet-hours">
              <HourField
                label={REMINDER_TEXT.from}
                hour={quietFrom}
                onChoose={(hour) => onChoose({ quietFrom: hour })}
              />
              <HourField
                label={REMINDER_TEXT.until}
                hour={quietUntil}
                onChoose={(hour) => onChoose({ quietUntil: hour })}
              />
            </div>
          </Setting>
        </>
      )}
      <PushSetting onEnabled={() => setReminders(true)} />
    </Panel>
  )
}

function PushSetting({ onEnabled }: { readonly onEnabled: () => void }) {
  const enabled = useNotifications((state) => state.enabled)
  const busy = useNotifications((state) => state.busy)
  const enable = useNotifications((state) => state.enable)
  const disable = useNotifications((state) => state.disable)
  const shared = useAuth((state) => state.shared)
  const turnOn = async () => {
    try {
      if (!(await enable())) return
      onEnabled()
      toast.success(NOTIFICATION_TEXT.granted)
    } catch (error) {
      if (!(error instanceof NotificationsFailed)) console.warn('Notifications failed.', error)
      toast.error(error instanceof NotificationsFailed ? error.message : NOTIFICATION_TEXT.failed)
    }
  }
  const turnOff = () => {
    disable().catch((error: unknown) => console.warn('The token was not removed.', error))
  }
  return (
    <Setting name={REMINDER_TEXT.push} hint={shared ? SHARED_HINT : PUSH_HINT}>
      <Switch
        name={REMINDER_TEXT.push}
        on={enabled}
        busy={busy || shared}
        onChange={(on) => (on ? void turnOn() : turnOff())}
      />
    </Setting>
  )
}

function HourField({
  label,
  hour,
  onChoose,
}: {
  readonly label: string
  readonly hour: number
  readonly onChoose: (hour: number) => void
}) {
  const id = useId()
  return (
    <span>
      <label htmlFor={id} className="silk">
        {label}
      </label>
      <select id={id} className="input" value={hour} onChange={(event) => onChoose(Number(event.target.value))}>
        {HOURS.map((one) => (
          <option key={one} value={one}>
            {String(one).padStart(2, '0')}:00
          </option>
        ))}
      </select>
    </span>
  )
}
