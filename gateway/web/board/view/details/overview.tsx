import type { ComponentChildren } from 'preact';
import { formatDay, formatInstant } from '../../model/times.ts';
import { Classifier } from '../cells.tsx';
import { formatCount, type Ui, wordOf } from '../ui.ts';
import type { TabProps } from './tab.ts';

/** A summary of the notice, its free times and its charges. */
export function OverviewTab({ ui, row, notice }: TabProps) {
  const { messages, times } = ui;
  const words = messages.overview;
  const { current } = notice;
  const { releaseInformation: release, visualization, pickupInformation: pickup } = current;
  const released = (isReleased: boolean | null | undefined) =>
    isReleased == null ? messages.release.unknown : isReleased ? messages.release.yes : messages.release.no;
  const pickupPlace =
    pickup?.pickupLocation?.facility?.facilityName ??
    pickup?.pickupLocation?.facility?.facilityCode ??
    pickup?.pickupLocation?.locationName;
  return (
    <>
      <dl class="facts">
        <Fact name={messages.columns.arrival}>
          {row.arrivalDay === undefined ? '–' : formatDay(row.arrivalDay, times.lang)}{' '}
          {row.arrivalClassifier !== undefined && <Classifier ui={ui} code={row.arrivalClassifier} />}
        </Fact>
        <Fact name={messages.columns.port}>{[row.portName, row.UNLocationCode, row.terminal].filter(Boolean).join(' · ')}</Fact>
        <Fact name={messages.columns.vessel}>{[row.leg?.vesselName, row.leg?.vesselIMONumber].filter(Boolean).join(' · ')}</Fact>
        <Fact name={words.voyage}>
          {[row.leg?.carrierImportVoyageNumber, row.leg?.universalImportVoyageReference].filter(Boolean).join(' · ')}
        </Fact>
        <Fact name={words.carrier}>{row.carrierCode}</Fact>
        <Fact name={words.containers}>
          <span class="mono">
            {(current.utilizedTransportEquipments ?? [])
              .map(({ equipment }) => [equipment?.equipmentReference, equipment?.ISOEquipmentCode].filter(Boolean).join(' '))
              .join(', ')}
          </span>
        </Fact>
        <Fact name={words.release}>
          {messages.release.freight} {released(release?.isFreightReleased)}
          {release?.freightReleaseDate != null && ` (${formatDay(release.freightReleaseDate, times.lang)})`} · {messages.release.customs}{' '}
          {released(release?.isCustomsReleased)}
        </Fact>
        {release?.isOBLReceived != null && <Fact name={words.original}>{release.isOBLReceived ? words.handedIn : words.notHandedIn}</Fact>}
        <Fact name={words.pickup}>{[pickup?.pickupNumber, pickupPlace].filter(Boolean).join(' · ')}</Fact>
        <Fact name={words.issued}>{formatInstant(row.issueDateTime, times)}</Fact>
        <Fact name={words.received}>{formatInstant(row.receivedAt, times)}</Fact>
        {visualization != null && (
          <Fact name={words.file}>
            {visualization.name ?? visualization.contentType} ({formatCount(Math.ceil(visualization.byteLength / 1_024), times.lang)} KB)
          </Fact>
        )}
      </dl>
      <h3>{words.freeTime}</h3>
      <FreeTimes {...{ ui, current }} />
      <h3>
        {words.charges}{' '}
        {current.freightPaymentStatus != null && <span class="muted">{wordOf(messages, current.freightPaymentStatus)}</span>}
      </h3>
      <Charges {...{ ui, current }} />
    </>
  );
}

type Current = TabProps['notice']['current'];

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === undefined || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FreeTimes({ ui, current }: { readonly ui: Ui; readonly current: Current }) {
  const { messages, times } = ui;
  const freeTimes = current.freeTimes ?? [];
  if (freeTimes.length === 0) return <p class="muted">{messages.overview.noFreeTime}</p>;
  return (
    <ul class="entries">
      {freeTimes.map((free, index) => {
        const last = free.lastFreeDateTime?.value ?? free.lastFreeDate?.value;
        const reach = [...(free.equipmentReferences ?? []), ...(free.ISOEquipmentCodes ?? [])].join(', ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: free times have no identity but their position.
          <li key={index}>
            <strong>{(free.typeCodes ?? []).map((code) => wordOf(messages, code)).join(', ')}</strong>{' '}
            {free.duration !== null && `${free.duration} ${wordOf(messages, free.timeUnit ?? '')}`}
            {reach !== '' && <span class="mono muted"> {reach}</span>}
            {last != null && (
              <div>
                {messages.overview.lastFree}{' '}
                <strong>{last.includes('T') ? formatInstant(last, times) : formatDay(last, times.lang)}</strong>
              </div>
            )}
            {free.calculationBasis !== null && <div class="muted">{free.calculationBasis}</div>}
          </li>
        );
      })}
    </ul>
  );
}

function Charges({ ui, current }: { readonly ui: Ui; readonly current: Current }) {
  const { messages, times } = ui;
  const words = messages.overview;
  const charges = [
    ...(current.charges ?? []).map((charge) => ({ charge, of: words.wholeNotice })),
    ...(current.utilizedTransportEquipments ?? []).flatMap((each) =>
      (each.charges ?? []).map((charge) => ({ charge, of: each.equipment?.equipmentReference ?? '' })),
    ),
  ];
  if (charges.length === 0) return <p class="muted">{words.noCharges}</p>;
  // Charges of the shipper and of the consignee are not added: each party pays its own.
  const totals = new Map<string, { readonly amount: number; readonly currency: string; readonly term: string | null }>();
  for (const { charge } of charges) {
    const { currencyCode: currency, currencyAmount, paymentTermCode: term } = charge;
    if (currency === null || currencyAmount === null) continue;
    const key = `${currency} ${term}`;
    totals.set(key, { amount: (totals.get(key)?.amount ?? 0) + currencyAmount, currency, term });
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.basis}</th>
          <th scope="col" class="amount">
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {charges.map(({ charge, of }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: charges have no identity but their position.
          <tr key={index}>
            <td>
              {charge.chargeName ?? charge.chargeCode}
              <div class="muted">{of}</div>
            </td>
            <td>
              {charge.calculationBasis}
              {charge.quantity !== null && charge.unitPrice !== null && ` ${charge.quantity} × ${charge.unitPrice}`}
              {charge.paymentTermCode !== null && <div class="muted">{wordOf(messages, charge.paymentTermCode)}</div>}
            </td>
            <td class="amount">{formatMoney(charge.currencyAmount, charge.currencyCode, times.lang)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {[...totals].map(([key, { amount, currency, term }]) => (
          <tr key={key}>
            <th scope="row" colSpan={2}>
              {words.total} {term !== null && wordOf(messages, term)}
            </th>
            <td class="amount">{formatMoney(amount, currency, times.lang)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function formatMoney(amount: number | null, currency: string | null, lang: string): string {
  if (amount === null) return '–';
  // Partners may send any string as a currency; Intl accepts three letters only.
  if (currency === null || !/^[A-Z]{3}$/i.test(currency)) return `${amount.toLocaleString(lang)} ${currency ?? ''}`;
  return amount.toLocaleString(lang, { style: 'currency', currency, currencyDisplay: 'code' });
}
