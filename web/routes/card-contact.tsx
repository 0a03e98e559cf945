export { default, loader, meta } from './side-page.tsx'
