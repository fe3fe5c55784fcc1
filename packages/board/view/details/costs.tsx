import { formatDay, formatInstant } from '../../model/times.ts';
import { type Ui, wordOf } from '../ui.ts';
import type { TabProps } from './tab.ts';

type Current = TabProps['notice']['current'];

/** Shows the free times and charges of the notice. */
export function CostsTab({ ui, notice: { current } }: TabProps) {
  const { words } = ui;
  return (
    <>
      <section>
        <h3>{words.topics.freeTime}</h3>
        <FreeTimes {...{ ui, current }} />
      </section>
      <section>
        <h3>{words.topics.charges}</h3>
        {current.freightPaymentStatus != null && !(current.charges ?? []).some(({ paymentTermCode }) => paymentTermCode === 'COL') && (
          <p class="muted">
            {wordOf(words, 'COL')}: {wordOf(words, current.freightPaymentStatus)}
          </p>
        )}
        <Charges {...{ ui, current }} />
      </section>
    </>
  );
}

function FreeTimes({ ui, current }: { readonly ui: Ui; readonly current: Current }) {
  const { words, times } = ui;
  const freeTimes = current.freeTimes ?? [];
  if (freeTimes.length === 0) return <p class="muted">{words.overview.noFreeTime}</p>;
  return (
    <ul class="entries">
      {freeTimes.map((free, index) => {
        const last = free.lastFreeDateTime?.value ?? free.lastFreeDate?.value;
        const reach = [...(free.equipmentReferences ?? []), ...(free.ISOEquipmentCodes ?? [])].join(', ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: free times have no identity but their position.
          <li key={index}>
            <strong>{(free.typeCodes ?? []).map((code) => wordOf(words, code)).join(', ')}</strong>{' '}
            {free.duration !== null && `${free.duration} ${wordOf(words, free.timeUnit ?? '')}`}
            {reach !== '' && <span class="mono muted"> {reach}</span>}
            {last != null && (
              <div>
                {words.columns.lastFree} <strong>{last.includes('T') ? formatInstant(last, times) : formatDay(last, times.lang)}</strong>
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
  const { words, times } = ui;
  const { overview } = words;
  const charges = [
    ...(current.charges ?? []).map((charge) => ({ charge, of: overview.wholeNotice })),
    ...(current.utilizedTransportEquipments ?? []).flatMap((each) =>
      (each.charges ?? []).map((charge) => ({ charge, of: each.equipment?.equipmentReference ?? '' })),
    ),
  ];
  if (charges.length === 0) return <p class="muted">{overview.noCharges}</p>;
  // Charges of the shipper and of the consignee are not added, because each party pays its own.
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
          <th scope="col">{overview.name}</th>
          <th scope="col">{overview.basis}</th>
          <th scope="col" class="amount">
            {overview.amount}
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
              {charge.paymentTermCode !== null && <div class="muted">{wordOf(words, charge.paymentTermCode)}</div>}
            </td>
            <td class="amount">{formatMoney(charge.currencyAmount, charge.currencyCode, times.lang)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {[...totals].map(([key, { amount, currency, term }]) => (
          <tr key={key}>
            <th scope="row" colSpan={2}>
              {overview.total} {term !== null && wordOf(words, term)}
              {/* The standard's status is that of the charges to be collected. */}
              {term === 'COL' && current.freightPaymentStatus != null && `: ${wordOf(words, current.freightPaymentStatus)}`}
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
  // Partners may send any string as a currency, but Intl accepts only three letters.
  if (currency === null || !/^[A-Z]{3}$/i.test(currency)) return `${amount.toLocaleString(lang)} ${currency ?? ''}`;
  return amount.toLocaleString(lang, { style: 'currency', currency, currencyDisplay: 'code' });
}
