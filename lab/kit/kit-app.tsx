import { createRoot } from 'react-dom/client'
import './kit.css'
import { KitPage } from './kit-page.tsx'

const place = document.getElementById('kit')
if (place) createRoot(place).render(<KitPage />)
