import { initialsOf } from '#contract/initials.ts'

export type SketchColours = { ground: string; text: string; door: string; onDoor: string; tile: string; icon: string }

const paper: SketchColours = { ground: '#fbfaf7', text: '#201b16', door: '#015570', onDoor: '#ffffff', tile: '#e4f3f9', icon: '#015570' }
const lettersMax = 24

const cut = (text: string, most = lettersMax) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** A card as it will be, roughly: drawn in the colours that are chosen, with what is typed. */
export function CardSketch({
  name,
  title,
  company,
  address,
  colours = paper,
}: Record<'name' | 'title' | 'company' | 'address', string> & { colours?: SketchColours }) {
  const { ground, text, door, onDoor, tile, icon } = colours
  return (
    <svg className="card-sketch" viewBox="0 0 300 560" aria-hidden="true">
      <rect width="300" height="560" rx="36" fill={ground} />
      <path d="M0 36a36 36 0 0 1 36-36h228a36 36 0 0 1 36 36v124H0z" fill={door} />
      <rect x="24" y="104" width="104" height="104" rx="34" fill={tile} stroke={ground} strokeWidth="6" />
      <text x="76" y="168" textAnchor="middle" fontSize="34" fontWeight="600" fill={icon}>
        {initialsOf(name)}
      </text>
      <text x="24" y="252" fontSize="23" fontWeight="650" letterSpacing="-0.5" fill={text}>
        {cut(name, 22)}
      </text>
      <text x="24" y="278" fontSize="15" fill={text} opacity="0.8">
        {cut(title, 32)}
      </text>
      <text x="24" y="299" fontSize="15" fill={text} opacity="0.8">
        {cut(company, 32)}
      </text>
      <rect x="24" y="326" width="252" height="50" rx="16" fill={door} />
      <rect x="106" y="347" width="88" height="8" rx="4" fill={onDoor} />
      {[0, 1, 2, 3].map((at) => (
        <g key={at}>
          <rect x={24 + at * 66} y="394" width="54" height="54" rx="18" fill={tile} />
          <circle cx={51 + at * 66} cy="421" r="9" fill="none" stroke={icon} strokeWidth="3" />
        </g>
      ))}
      <rect x="24" y="470" width="180" height="8" rx="4" fill={text} opacity="0.16" />
      <rect x="24" y="490" width="130" height="8" rx="4" fill={text} opacity="0.16" />
      <text x="150" y="536" textAnchor="middle" fontSize="13" fill={text} opacity="0.7">
        {cut(address, 38)}
      </text>
    </svg>
  )
}
