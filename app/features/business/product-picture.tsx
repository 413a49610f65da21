import calendarDark from './pictures/kalender-dunkel.webp'
import calendarLight from './pictures/kalender-hell.webp'
import dashboardDark from './pictures/heute-dunkel.webp'
import dashboardLight from './pictures/heute-hell.webp'
import pageDark from './pictures/seite-dunkel.webp'
import pageLight from './pictures/seite-hell.webp'
import styles from './product-picture.module.css'

/** Pictures of the product with the demo's people, in both themes; `npm run pictures` takes them anew. */
const PICTURES = {
	calendar: {
		alt: 'Ein Tag im Kalender: vier Personen nebeneinander, mit Auslastung, einer Einwirkzeit und einer offenen Anfrage',
		light: calendarLight,
		dark: calendarDark,
		width: 1200,
		height: 750,
	},
	dashboard: {
		alt: 'Die Seite Heute: Kennzahlen, die nächsten Stunden und was zu erledigen ist',
		light: dashboardLight,
		dark: dashboardDark,
		width: 1200,
		height: 750,
	},
	page: {
		alt: 'Die Seite eines Salons auf dem Telefon, mit Bild, Bewertung und Leistungen',
		light: pageLight,
		dark: pageDark,
		width: 585,
		height: 1170,
	},
}

type Props = { name: keyof typeof PICTURES; title: string; text: string }

/** A picture of the product in the theme of the visitor, with what is to be seen. The other theme's picture is never fetched. */
export function ProductPicture({ name, title, text }: Props) {
	const { alt, light, dark, ...size } = PICTURES[name]
	return (
		<figure className={`${styles.figure} ${name === 'page' ? styles.phone : ''}`}>
			<img src={light} alt={alt} {...size} loading="lazy" decoding="async" className={styles.light} />
			<img src={dark} alt={alt} {...size} loading="lazy" decoding="async" className={styles.dark} />
			<figcaption>
				<strong>{title}</strong> {text}
			</figcaption>
		</figure>
	)
}
