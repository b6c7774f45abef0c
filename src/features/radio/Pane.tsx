import type { StationKey } from '#domain/radio/stations.ts'
import './Pane.css'
import { StationInfo } from './StationInfo.tsx'
import { Tracks } from './Tracks.tsx'

const CONTENTS = { station: StationInfo, recent: Tracks } as const

export type PaneName = keyof typeof CONTENTS

/** Renders the content of a panel of the player bar. */
export function Pane({
  pane,
  titleId,
  station,
}: {
  readonly pane: PaneName
  readonly titleId: string
  readonly station: StationKey
}) {
  const Content = CONTENTS[pane]
  return <Content titleId={titleId} station={station} />
}
