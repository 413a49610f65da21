import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { caught } from '#app/lib/caught-errors.ts'

startTransition(() => {
	hydrateRoot(document, <HydratedRouter onError={caught} />)
})
