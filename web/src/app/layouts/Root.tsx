import { Outlet } from '@tanstack/react-router'
import { BannerHost } from '../../shell/BannerHost.tsx'
import { ProgressBar } from '../../shell/ProgressBar.tsx'

/** Contains every layout, with the banners and dialogs above them. */
export function Root() {
  return (
    <>
      <ProgressBar />
      <BannerHost />
      <Outlet />
    </>
  )
}
