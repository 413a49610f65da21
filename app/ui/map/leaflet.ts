import * as L from 'leaflet'
import 'leaflet/dist/leaflet.css'

// protomaps-leaflet looks for a global `L`: import this module before it.
Object.assign(globalThis, { L })

export { L }
