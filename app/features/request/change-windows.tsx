import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import styles from './wait-page.module.css'

/** Other times for the same wish. @param open when what was typed has to be mended */
export function ChangeWindows({ open, children }: { open: boolean; children: ReactNode }) {
	return (
		<details className={styles.change} open={open}>
			<summary>Zeiten ändern</summary>
			<Form method="post" noValidate preventScrollReset>
				{children}
				<Button name="intent" value="windows" kind="secondary">
					Zeiten speichern
				</Button>
			</Form>
		</details>
	)
}
