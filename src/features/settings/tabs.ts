import { RadioTower, ScanText, SlidersHorizontal, User, type LucideIcon } from 'lucide-react'

export type SettingsTab = 'general' | 'frequency' | 'ai' | 'account'

export const SETTINGS_TABS: {
  readonly [Tab in SettingsTab]: { readonly name: string; readonly icon: LucideIcon }
} = {
  general: { name: 'General', icon: SlidersHorizontal },
  frequency: { name: 'Frequency', icon: RadioTower },
  ai: { name: 'AI Settings', icon: ScanText },
  account: { name: 'Account', icon: User },
}

/** Parses the `tab` parameter of the URL. Unknown values select General. */
export const parseSettingsTab = (parameter: string | null): SettingsTab =>
  parameter === 'frequency' || parameter === 'ai' || parameter === 'account' ? parameter : 'general'
