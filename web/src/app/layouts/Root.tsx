import { Outlet } from '@tanstack/react-router'
import { BannerHost } from '../../shell/BannerHost.tsx'
import { ProgressBar } from '../../shell/ProgressBar.tsx'

/** Around every layout: what appears over all of them. */
export function Root() {
  return (
    <>
      <ProgressBar />
      <BannerHost />
      <Outlet />
    </>
  )
}
