import { useAddress } from '#app/lib/seo.ts'

type Props = {
	/** Without the name of the site, which is added. */
	title: string
	description: string
	/** The canonical address, as a path. */
	path: string
	/** What others see when the page is shared, as a path; by default the site's own picture. */
	picture?: { path: string; alt: string }
}

const OWN = { path: '/teilen.jpg', alt: 'Zeitplatz: freie Termine finden und ohne Konto buchen' }

/** Title, description, canonical address and Open Graph of a public page. */
export function PageHead({ title, description, path, picture = OWN }: Props) {
	const address = useAddress()
	const whole = title.includes('Zeitplatz') ? title : `${title} · Zeitplatz`
	return (
		<>
			<title>{whole}</title>
			<meta name="description" content={description} />
			<link rel="canonical" href={address(path)} />
			<meta property="og:title" content={whole} />
			<meta property="og:description" content={description} />
			<meta property="og:type" content="website" />
			<meta property="og:locale" content="de_DE" />
			<meta property="og:site_name" content="Zeitplatz" />
			<meta property="og:url" content={address(path)} />
			<meta property="og:image" content={address(picture.path)} />
			<meta property="og:image:alt" content={picture.alt} />
		</>
	)
}
