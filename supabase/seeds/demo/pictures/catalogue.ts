import type { Scene } from './scene.ts'
import { friseur } from './scenes/friseur.ts'
import { barbershop } from './scenes/barbershop.ts'
import { kosmetik } from './scenes/kosmetik.ts'
import { nagelstudio } from './scenes/nagelstudio.ts'
import { augenbrauenWimpern } from './scenes/augenbrauen-wimpern.ts'
import { haarentfernung } from './scenes/haarentfernung.ts'
import { massage } from './scenes/massage.ts'
import { wellnessSpa } from './scenes/wellness-spa.ts'
import { physiotherapie } from './scenes/physiotherapie.ts'
import { gesundheit } from './scenes/gesundheit.ts'
import { tattooPiercing } from './scenes/tattoo-piercing.ts'
import { fitness } from './scenes/fitness.ts'
import { tierpflege } from './scenes/tierpflege.ts'
import { fahrradwerkstatt } from './scenes/fahrradwerkstatt.ts'
import { autowerkstatt } from './scenes/autowerkstatt.ts'
import { unterricht } from './scenes/unterricht.ts'
import { fotografie } from './scenes/fotografie.ts'
import { beratung } from './scenes/beratung.ts'

/** The master pictures by slug of the parent category. */
export const SCENES: Record<string, Scene[]> = {
	friseur,
	barbershop,
	kosmetik,
	nagelstudio,
	massage,
	'wellness-spa': wellnessSpa,
	physiotherapie,
	'tattoo-piercing': tattooPiercing,
	gesundheit,
	fitness,
	tierpflege,
	fahrradwerkstatt,
	autowerkstatt,
	unterricht,
	fotografie,
	beratung,
	'augenbrauen-wimpern': augenbrauenWimpern,
	haarentfernung,
}
