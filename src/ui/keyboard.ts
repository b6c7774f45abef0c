/** Whether shortcuts are made with Cmd here. */
export const isMac = (): boolean => /Mac|iPod|iPhone|iPad/.test(navigator.platform)
