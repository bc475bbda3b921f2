import { buildWeb } from './lib/build-web.ts'

console.log((await buildWeb()) ? 'The portal is built in web/dist.' : 'Nothing has changed since the portal was built.')
