import { RadioTower, ScanText, SlidersHorizontal, User, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { AccountSettings } from './AccountSettings.tsx'
import { AiSettings } from './AiSettings.tsx'
import { GeneralSettings } from './GeneralSettings.tsx'
import { StationSettings } from './StationSettings.tsx'

export type SettingsTab = 'general' | 'frequency' | 'ai' | 'account'

export const SETTINGS_TABS: {
  readonly [Tab in SettingsTab]: { readonly name: string; readonly icon: LucideIcon; readonly Content: ComponentType }
} = {
  general: { name: 'General', icon: SlidersHorizontal, Content: GeneralSettings },
  frequency: { name: 'Frequency', icon: RadioTower, Content: StationSettings },
  ai: { name: 'AI Settings', icon: ScanText, Content: AiSettings },
  account: { name: 'Account', icon: User, Content: AccountSettings },
}

/** The tab that an address names; anything else is General. */
export const settingsTab = (named: string | null): SettingsTab =>
  named === 'frequency' || named === 'ai' || named === 'account' ? named : 'general'
