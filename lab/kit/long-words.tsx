import { Button } from '../../web/ui/button/button.tsx'
import { CheckBox } from '../../web/ui/field/check-box.tsx'
import { FilterSelect, SelectField } from '../../web/ui/field/select-field.tsx'
import { Switch } from '../../web/ui/field/switch.tsx'
import { TextField } from '../../web/ui/field/text-field.tsx'
import { ToastLine } from '../../web/ui/overlay/toast.tsx'
import { Banner } from '../../web/ui/page/banner.tsx'
import { PageHeader } from '../../web/ui/page/page-header.tsx'
import { Badge, Tag } from '../../web/ui/status/badge.tsx'
import { Part } from './state.tsx'

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'

/** The longest words of the languages and of owners, in narrow parts. */
export const LongWords = () => (
  <Part title="Long words">
    <div className="kit-row full kit-narrow">
      <PageHeader title={long} lead={long} crumbs={{ label: 'Breadcrumb, long', links: [{ href: '/long', label: long }] }} />
      <Button kind="primary" icon="plus" isWide>
        {long}
      </Button>
      <Button kind="primary" busyLabel="Enregistrement des modifications" isBusy>
        Enregistrer
      </Button>
      <TextField label={long} optional="Facultatif" defaultValue={long} error={long} hint={long} />
      <SelectField label="Liste">
        <option>{long}</option>
      </SelectField>
      <FilterSelect label="Filtre" defaultValue="1">
        <option value="1">{long}</option>
      </FilterSelect>
      <CheckBox label={long} hint={long} />
      <Switch label={long} hint={long} />
      <Banner kind="warn" title={long} action={<Button size="small">{long}</Button>}>
        {long}
      </Banner>
      <ToastLine kind="error" text={long} action={{ label: 'Annuler', onClick: () => {} }} />
      <div className="kit-row">
        <Badge kind="warn">Période d’essai, 9 jours</Badge>
        <Tag>{long}</Tag>
      </div>
    </div>
  </Part>
)
