import type { ReactNode, Ref } from 'react'
import { useAddress } from '#app/lib/seo.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import styles from './document.module.css'

type Props = { title: string; path: string; description: string; ref?: Ref<HTMLElement>; children: ReactNode }

/** A page of text: title, canonical address, readable measure. */
export function Document({ title, path, description, ref, children }: Props) {
	const address = useAddress()
	return (
		<article ref={ref} className={styles.document}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="description" content={description} />
			<link rel="canonical" href={address(path)} />
			<Breadcrumbs
				crumbs={[
					{ name: 'Startseite', path: '/' },
					{ name: title, path },
				]}
			/>
			<h1 tabIndex={-1}>{title}</h1>
			{children}
		</article>
	)
}
