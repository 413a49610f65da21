import type { ReactNode, Ref } from 'react'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import styles from './document.module.css'

type Props = { title: string; path: string; description: string; ref?: Ref<HTMLElement>; children: ReactNode }

/** A page of text: title, canonical address, readable measure. */
export function Document({ title, path, description, ref, children }: Props) {
	return (
		<article ref={ref} className={styles.document}>
			<PageHead title={title} description={description} path={path} />
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
