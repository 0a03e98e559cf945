export default function LetsConnect() {
  return null
}
