/** Texts of the settings for reminders and push notifications. */
export const REMINDER_TEXT = {
  pushLocal: 'Push is not set up on this machine, so reminders come only while the app is open.',
  pushHint: 'Sends reminders even while the app is closed, to the device where you turned this on last.',
  pushShared: 'Not available on a shared device, because others could read the notifications.',
  title: 'Reminders',
  enabled: 'Voice assistant reminders',
  enabledHint: 'Reminds you when you have not written for a while. Does not use AI.',
  interval: 'Reminder interval',
  intervalHint: 'Counted from your last entry.',
  quietHours: 'Quiet hours',
  quietHoursHint: 'No reminders between these hours. Set the same hour twice for no quiet time.',
  from: 'From',
  until: 'Until',
  push: 'Push notifications',
  /** The intervals by their minutes. */
  intervals: { 30: '30 min', 60: '1 h', 120: '2 h', 240: '4 h' },
} as const
