// Calculates the crop of a picture: its centre (0 to 1 of width and height) and its zoom.
export type Size = { width: number; height: number }
export type Crop = { x: number; y: number; zoom: number }

export const MAX_ZOOM = 4
export const wholePicture: Crop = { x: 0.5, y: 0.5, zoom: 1 }

const between = (least: number, value: number, max: number) => Math.min(max, Math.max(least, value))

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop) => Math.min(width, height) / zoom

/** The nearest crop within the picture. */
export function within(size: Size, { x, y, zoom }: Crop): Crop {
  const near = between(1, zoom, MAX_ZOOM)
  const half = sideOf(size, { x, y, zoom: near }) / 2
  const [halfX, halfY] = [half / size.width, half / size.height]
  return { x: between(halfX, x, 1 - halfX), y: between(halfY, y, 1 - halfY), zoom: near }
}

/** Moves the square by a share of its own side. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop)
  return within(size, { ...crop, x: crop.x + (right * side) / size.width, y: crop.y + (down * side) / size.height })
}

/** The position of the picture behind a window of this size, so that the window shows the square. */
export function positionUnder(size: Size, crop: Crop, window: number) {
  const scale = window / sideOf(size, crop)
  return {
    width: size.width * scale,
    height: size.height * scale,
    left: window / 2 - crop.x * size.width * scale,
    top: window / 2 - crop.y * size.height * scale,
  }
}
