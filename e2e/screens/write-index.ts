// Writes the index page of the catalogue: each screen at both widths, beside its design where the folder of the designs is given.
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { picturesFolder } from './picture-files.ts'
import { type Screen, screens } from './screens.ts'

const mocks = process.env.SCREENS_MOCKS ?? ''

/** Copies the pictures of a design beside those of the screen; answers their names. */
function copyMocks({ mock }: Screen): string[] {
  return ['', '-mobile'].flatMap((suffix) => {
    const file = join(mocks, `${mock}${suffix}.png`)
    if (!mock || mocks === '' || !existsSync(file)) return []
    const name = `mock-${mock}${suffix}.png`
    copyFileSync(file, join(picturesFolder, name))
    return [name]
  })
}

const figure = (name: string) =>
  `<figure><a href="${name}"><img loading="lazy" src="${name}" alt=""></a><figcaption>${name}</figcaption></figure>`

function writeIndex(): void {
  if (!existsSync(picturesFolder)) return
  mkdirSync(picturesFolder, { recursive: true })
  const pictures = readdirSync(picturesFolder).filter((name) => /-(1440|390)-(light|dark)-(fr|en)\.png$/.test(name))
  const sections = screens.map((screen) => {
    const own = pictures.filter((name) => name.replace(/-(1440|390)-(light|dark)-(fr|en)\.png$/, '') === screen.name)
    return `<section><h2>${screen.name}</h2><div>${[...own, ...copyMocks(screen)].map(figure).join('')}</div></section>`
  })
  writeFileSync(
    join(picturesFolder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:2rem}section div{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}figure{margin:0}img{max-height:32rem;border:1px solid #ccc}figcaption{font-size:12px;color:#666}</style>
${sections.join('\n')}</html>\n`,
  )
}

// Playwright calls the default export after the last test.
export default writeIndex
