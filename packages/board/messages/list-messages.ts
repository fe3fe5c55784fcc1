import type {
  AlertKind,
  AlertSeverity,
  ArrivalOrder,
  ArrivalSide,
  ArrivalState,
  MissedReason,
  ReleaseAnswer,
  SideOutcome,
  TimeClassifier,
} from '../../client/generated/operations.ts';
import type { BoardColumn } from '../model/columns.ts';
import type { ShipmentField } from '../model/shipment.ts';
import type { Preset, Tab } from '../model/view-state.ts';
import type { Translate } from './translate.ts';

const many = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

/** Returns the texts of the list. */
export function listMessages(t: Translate) {
  const fields = {
    consignee: t('Consignee', 'Empfänger'),
    notifyParty: t('Notify party', 'Notify-Adresse'),
    shipper: t('Shipper', 'Absender'),
    purchaseOrder: t('Purchase order', 'Bestellung'),
    booking: t('Booking', 'Buchung'),
    houseBill: t('House bill', 'House-B/L'),
    customerReference: t('Customer reference', 'Kundenreferenz'),
    pickupNumber: t('Pickup number', 'Abholnummer'),
    goods: t('Goods', 'Ware'),
    weight: t('Gross weight', 'Bruttogewicht'),
  } satisfies Record<ShipmentField, string>;
  return {
    tabs: {
      attention: t('Needs attention', 'Zu klären'),
      over: t('Past free time', 'Frist vorbei'),
      today: t('Last day today', 'Heute letzter Tag'),
      late: t('Late', 'Verspätet'),
      moved: t('ETA moved', 'ETA verschoben'),
      week: t('Arriving this week', 'Diese Woche'),
      changed: t('Changed today', 'Heute geändert'),
      unreleased: t('Not released', 'Nicht freigegeben'),
      all: t('All', 'Alle'),
    } satisfies Record<Tab, string>,
    fields,
    columns: {
      arrival: t('Arrival', 'Ankunft'),
      alert: t('What changed', 'Was sich geändert hat'),
      vessel: t('Vessel', 'Schiff'),
      port: t('Port', 'Hafen'),
      document: t('Document', 'Dokument'),
      lastFree: t('Last free day', 'Frei bis'),
      release: t('Release', 'Freigabe'),
      consignee: fields.consignee,
      reference: t('Reference', 'Referenz'),
      shipper: fields.shipper,
      goods: fields.goods,
      state: t('State', 'Status'),
      partner: 'Partner',
    } satisfies Record<BoardColumn, string>,
    orders: {
      ATTENTION: t('Deadline, then urgency', 'Frist, dann Dringlichkeit'),
      BEST_TIME: t('Arrival, earliest first', 'Ankunft, früheste zuerst'),
      LAST_CHANGE: t('Latest change first', 'Zuletzt geändert'),
      LAST_FREE_DAY: t('Last free day, earliest first', 'Letzter freier Tag, frühester zuerst'),
    } satisfies Record<ArrivalOrder, string>,
    states: {
      UNKNOWN: t('Unknown', 'Unbekannt'),
      EXPECTED: t('Expected', 'Erwartet'),
      ARRIVED: t('Arrived', 'Angekommen'),
      BERTHED: t('At berth', 'Am Liegeplatz'),
      DISCHARGE_COMPLETED: t('Discharged', 'Entladen'),
      OMITTED: t('Port skipped', 'Hafen entfällt'),
    } satisfies Record<ArrivalState, string>,
    released: {
      YES: t('Released', 'Freigegeben'),
      NO: t('Not released', 'Nicht freigegeben'),
      UNKNOWN: t('Not stated', 'Ohne Angabe'),
      NOT_REQUIRED: t('Not required', 'Nicht nötig'),
    } satisfies Record<ReleaseAnswer, string>,
    classifiers: {
      ACT: [t('arrived', 'angekommen'), t('actual', 'tatsächlich')],
      EST: [t('expected', 'erwartet'), t('expected', 'erwartet')],
      PLN: [t('planned', 'geplant'), t('planned', 'geplant')],
    } satisfies Record<TimeClassifier, readonly [short: string, long: string]>,
    sides: {
      NOTICE: t('notice', 'Meldung'),
      SCHEDULE: t('schedule', 'Fahrplan'),
      PORT: t('port', 'Hafen'),
    } satisfies Record<ArrivalSide, string>,
    outcomes: {
      UNIQUE: t('states no time', 'nennt keine Zeit'),
      AMBIGUOUS: t('no port call is certain to be meant', 'kein Hafenanlauf ist sicher der gemeinte'),
      CONFLICTING: t('contradicts itself or the notice', 'widerspricht sich oder der Meldung'),
      NONE: t('not found', 'nicht gefunden'),
      UNKNOWN: t('no complete answer yet', 'noch keine vollständige Antwort'),
      NOT_QUERIED: t('not looked up yet', 'noch nicht gefragt'),
    } satisfies Record<SideOutcome, string>,
    alertKinds: {
      ETA_CHANGED: t('ETA moved', 'ETA verschoben'),
      ETA_UNSTEADY: t('ETA unsteady', 'ETA schwankt'),
      SOURCES_DISAGREE: t('Times disagree', 'Zeiten uneins'),
      VESSEL_CHANGED: t('Other vessel', 'Anderes Schiff'),
      VOYAGE_CHANGED: t('Other voyage', 'Andere Reise'),
      PORT_CHANGED: t('Other port', 'Anderer Hafen'),
      TERMINAL_CHANGED: t('Other terminal', 'Anderes Terminal'),
      PORT_CALL_OMITTED: t('Port skipped', 'Hafen entfällt'),
      ARRIVED: t('Arrived', 'Angekommen'),
      BERTHED: t('At berth', 'Am Liegeplatz'),
      DISCHARGE_COMPLETED: t('Discharged', 'Entladen'),
      RELEASED: t('Released', 'Freigegeben'),
      RELEASE_WITHDRAWN: t('Release withdrawn', 'Freigabe zurückgezogen'),
      FREE_TIME_CHANGED: t('Free time changed', 'Freie Zeit geändert'),
      LAST_FREE_DAY_NEAR: t('Last free day near', 'Letzter freier Tag nah'),
      LAST_FREE_DAY_PASSED: t('Past free time', 'Freie Zeit vorbei'),
      CHARGES_CHANGED: t('Charges changed', 'Kosten geändert'),
      MATCH_LOST: t('No longer in the schedule', 'Nicht mehr im Fahrplan'),
      OVERDUE: t('Overdue', 'Überfällig'),
      NO_NEWS: t('No news', 'Keine Nachricht'),
    } satisfies Record<AlertKind, string>,
    /** Said before an alert, because its colour is not heard. */
    severities: {
      ACT_NOW: t('Act now', 'Sofort handeln'),
      LOOK: t('Look at this', 'Prüfen'),
      INFO: t('For information', 'Zur Kenntnis'),
    } satisfies Record<AlertSeverity, string>,
    /**
     * What to do about the leading alert of a row, by its kind; `<kind>.held`, or `held` for progress, is used instead while the release is refused, and `other`
     * for kinds without a text. Names in braces are values of `view/alert-text.ts`; a text ends before the colon of one
     * that is not known.
     */
    next: {
      ETA_CHANGED: t('Tell the customer: {move}', 'Kunden informieren: {move}'),
      ETA_UNSTEADY: t('Ask the carrier: time unsteady', 'Reederei fragen: Zeit unsicher'),
      SOURCES_DISAGREE: t('Ask the carrier: which time?', 'Reederei fragen: Zeit unklar'),
      VESSEL_CHANGED: t('Correct your file: {after}', 'Akte berichtigen: {after}'),
      VOYAGE_CHANGED: t('Correct your file: voyage {after}', 'Akte berichtigen: Reise {after}'),
      PORT_CHANGED: t('Replan the pickup: now {after}', 'Umplanen: jetzt {after}'),
      TERMINAL_CHANGED: t('Redirect the truck: to {after}', 'Lkw umleiten: zu {after}'),
      PORT_CALL_OMITTED: t('Ask the carrier: unloads where?', 'Reederei fragen: wo entladen?'),
      ARRIVED: t('Book the truck', 'Lkw bestellen'),
      held: t('Get the release: {held}', 'Freigabe holen: {held}'),
      BERTHED: t('Book the truck', 'Lkw bestellen'),
      DISCHARGE_COMPLETED: t('Book the truck', 'Lkw bestellen'),
      RELEASED: t('Book the truck', 'Lkw bestellen'),
      RELEASE_WITHDRAWN: t('Stop the truck: {held} refused', 'Lkw stoppen: {held} gesperrt'),
      FREE_TIME_CHANGED: t('Replan the pickup: by {free}', 'Umplanen: frei bis {free}'),
      LAST_FREE_DAY_NEAR: t('Book the truck {when}', 'Lkw {when} bestellen'),
      'LAST_FREE_DAY_NEAR.held': t('Get the release {when}: {held}', 'Freigabe {when} holen: {held}'),
      LAST_FREE_DAY_PASSED: t('Collect at once', 'Sofort abholen'),
      'LAST_FREE_DAY_PASSED.held': t('Get the release at once', 'Sofort Freigabe holen'),
      CHARGES_CHANGED: t('Check the charges', 'Kosten prüfen'),
      MATCH_LOST: t('Ask the carrier: not in the schedule', 'Reederei fragen: nicht im Fahrplan'),
      NO_NEWS: t('Ask the carrier: no news for {silence}', 'Reederei fragen: {silence} ohne Nachricht'),
      OVERDUE: t('Ask the carrier: {late} late', 'Reederei fragen: {late} zu spät'),
      other: t('Check the arrival', 'Ankunft prüfen'),
    } as Readonly<Record<string, string>>,
    missedReasons: {
      RETENTION: t('the interruption was too long', 'die Unterbrechung war zu lang'),
      QUEUE_OVERFLOW: t('too many came at once', 'zu viele kamen auf einmal'),
      LOG_RESET: t('the stored events were replaced', 'die gespeicherten Ereignisse wurden ersetzt'),
    } satisfies Record<MissedReason, string>,
    presets: {
      today: t('Today', 'Heute'),
      tomorrow: t('Tomorrow', 'Morgen'),
      next7: t('Next 7 days', 'Nächste 7 Tage'),
      next14: t('Next 14 days', 'Nächste 14 Tage'),
    } satisfies Record<Preset, string>,
    views: t('Views', 'Ansichten'),
    newAlerts: (count: number) => t(`${count} new`, `${count} neu`),
    saveView: t('Save view', 'Ansicht speichern'),
    viewName: t('Name of the view', 'Name der Ansicht'),
    save: t('Save', 'Speichern'),
    removeView: (name: string) => t(`Remove the view ${name}`, `Ansicht ${name} entfernen`),
    local: t('local', 'Ortszeit'),
    /** The difference between two sides. */
    later: (side: string) => t(`, ${side} later`, ` (${side})`),
    days: (count: number) => t(many(count, 'day', 'days'), many(count, 'Tag', 'Tage')),
    hours: (count: number) => `${count} h`,
    stale: (since: string) => t(`not available since ${since}`, `seit ${since} nicht zu fragen`),
    only: (side: string) => t(`stated by the ${side} only`, `nur laut ${side}`),
    late: (days: string) => t(`${days} late`, `${days} verspätet`),
    agrees: (side: string) => t(`${side} agrees`, `${side} stimmt überein`),
    allAgree: t('all three agree', 'alle drei gleich'),
    daysLeft: (days: number) => {
      if (days > 1) return t(`${days} days left`, `noch ${days} Tage`);
      if (days < 0) return t(`${many(-days, 'day', 'days')} over`, `${many(-days, 'Tag', 'Tage')} vorbei`);
      return days === 1 ? t('tomorrow', 'morgen') : t('today', 'heute');
    },
    /** The same where neither a heading nor a day says what is meant. */
    freeDaysLeft: (days: number) => {
      if (days > 0) return t(`${many(days, 'free day', 'free days')} left`, `noch ${many(days, 'freier Tag', 'freie Tage')}`);
      return days < 0
        ? t(`${many(-days, 'day', 'days')} over`, `${many(-days, 'Tag', 'Tage')} über Frist`)
        : t('last free day today', 'frei bis heute');
    },
    parts: {
      freight: t('Freight', 'Fracht'),
      customs: t('Customs', 'Zoll'),
      originalBillOfLading: t('Bill', 'Konnossement'),
    },
    notStated: (parts: string) => t(`${parts} not stated`, `${parts} ohne Angabe`),
    nothing: t('nothing', 'nichts'),
    voyage: (number: string) => t(`Voyage ${number}`, `Reise ${number}`),
    ofShip: t('All rows of this ship', 'Alle Zeilen dieses Schiffs'),
    alerts: {
      /** What an alert reports, by its kind, with the same names. */
      texts: {
        ETA_CHANGED: t('ETA moved from {fromDay} to {toDay}', 'ETA {toDay} statt {fromDay}'),
        'ETA_CHANGED.day': t('ETA moved from {fromTime} to {toTime} on {toDay}', 'ETA am {toDay} von {fromTime} auf {toTime} verschoben'),
        ETA_UNSTEADY: t('{side}: unsteady time, {before} to {after}', '{side}: Zeit schwankt, {before} bis {after}'),
        SOURCES_DISAGREE: t('{other} states {before}, {side} {after}', '{other} nennt {before}, {side} {after}'),
        VESSEL_CHANGED: t('Vessel: {after} instead of {before}', 'Schiff: {after} statt {before}'),
        VOYAGE_CHANGED: t('Voyage: {after} instead of {before}', 'Reise: {after} statt {before}'),
        PORT_CHANGED: t('Port: {after} instead of {before}', 'Hafen: {after} statt {before}'),
        TERMINAL_CHANGED: t('Terminal: {after} instead of {before}', 'Terminal: {after} statt {before}'),
        PORT_CALL_OMITTED: t('The ship skips {port}', 'Das Schiff läuft {port} nicht an'),
        ARRIVED: t('Arrived {after}', 'Angekommen {after}'),
        BERTHED: t('At berth since {after}', 'Am Liegeplatz seit {after}'),
        DISCHARGE_COMPLETED: t('Discharge completed {after}', 'Entladen {after}'),
        RELEASED: t('Released', 'Freigegeben'),
        'RELEASED.except': t('Released; {unknown} not stated', 'Freigegeben; {unknown} ohne Angabe'),
        RELEASE_WITHDRAWN: t('Release withdrawn: {refused}', 'Freigabe zurückgezogen: {refused}'),
        FREE_TIME_CHANGED: t('Last free day: {after} instead of {before}', 'Frei bis {after} statt {before}'),
        LAST_FREE_DAY_NEAR: t('Last free day {day}, {left}', 'Frei bis {day}, {left}'),
        LAST_FREE_DAY_PASSED: t('Last free day {day}, {left}', 'Frei bis {day}, {left}'),
        CHARGES_CHANGED: t('Charges: {before} → {after}', 'Kosten: {before} → {after}'),
        MATCH_LOST: t('The schedule no longer lists this call', 'Der Fahrplan nennt diesen Anlauf nicht mehr'),
        OVERDUE: t('Expected {after}, no arrival reported', 'Erwartet {after}, keine Ankunft gemeldet'),
        NO_NEWS: t('No news since {since}', 'Keine Nachricht seit {since}'),
      } satisfies Record<AlertKind | 'ETA_CHANGED.day' | 'RELEASED.except', string>,
      more: (count: number) => t(`+${count} more`, `+${count} weitere`),
      acknowledged: t('Acknowledged', 'Erledigt'),
      snoozed: t('Snoozed', 'Zurückgestellt'),
      snoozedUntil: (until: string) => t(`Snoozed until ${until}`, `Zurückgestellt bis ${until}`),
    },
    actions: {
      acknowledge: t('Acknowledge', 'Erledigt'),
      snooze: t('Snooze', 'Zurückstellen'),
      collect: t('Mark as collected', 'Als abgeholt markieren'),
      uncollect: t('Not collected', 'Nicht abgeholt'),
      collected: t('Collected', 'Abgeholt'),
      undo: t('Undo', 'Rückgängig'),
      until: {
        later: t('For 3 hours', 'Für 3 Stunden'),
        tomorrow: t('Until tomorrow', 'Bis morgen'),
        monday: t('Until Monday', 'Bis Montag'),
      },
      /** What was done with what was marked. */
      done: {
        acknowledged: t('acknowledged', 'erledigt'),
        snoozed: t('snoozed', 'zurückgestellt'),
        collected: t('collected', 'abgeholt'),
        uncollected: t('not collected', 'nicht abgeholt'),
        undone: t('undone', 'rückgängig gemacht'),
      },
      /** When to act: today, or by a day. */
      today: t('today', 'heute'),
      by: (day: string) => t(`by ${day}`, `bis ${day}`),
      shifted: (by: string, isLater: boolean) => t(`${by} ${isLater ? 'later' : 'earlier'}`, `${by} ${isLater ? 'später' : 'früher'}`),
      failedOf: (count: number, message: string) =>
        t(
          `${many(count, 'mark was', 'marks were')} not saved: ${message}`,
          `${many(count, 'Markierung', 'Markierungen')} nicht gespeichert: ${message}`,
        ),
      failed: (reference: string, message: string) =>
        t(`${reference}: not saved, nothing was changed. ${message}`, `${reference}: nicht gespeichert, nichts wurde geändert. ${message}`),
    },
    /** Several rows at once. */
    selection: {
      label: t('Selected rows', 'Ausgewählte Zeilen'),
      all: t('Select all rows', 'Alle Zeilen auswählen'),
      rows: (count: number) => t(many(count, 'row', 'rows'), many(count, 'Zeile', 'Zeilen')),
      selected: (count: number, of?: string) =>
        t(`${count}${of === undefined ? '' : ` of ${of}`} selected`, `${count}${of === undefined ? '' : ` von ${of}`} ausgewählt`),
      clear: t('Clear the selection', 'Auswahl aufheben'),
      select: (reference: string) => t(`Select: ${reference}`, `Auswählen: ${reference}`),
    },
    title: t('Arrivals', 'Ankünfte'),
    connection: {
      connecting: t('Connecting', 'Verbindet'),
      live: 'Live',
      waiting: t('Disconnected', 'Getrennt'),
      closed: t('Not connected', 'Nicht verbunden'),
      retryIn: (seconds: number) => t(`Next attempt in ${seconds} s`, `Nächster Versuch in ${seconds} s`),
      noAnswer: t('The arrivals cannot be read now.', 'Die Ankünfte können gerade nicht gelesen werden.'),
      held: t('The rows may be out of date.', 'Die Zeilen sind vielleicht nicht mehr aktuell.'),
      tryNow: t('Try now', 'Jetzt versuchen'),
    },
    search: {
      label: t('Search', 'Suche'),
      placeholder: t('Any number, customer or ship', 'Nummer, Kunde oder Schiff'),
      found: (count: string, text: string, tab: string) => t(`${count} for “${text}” in ${tab}.`, `${count} zu „${text}“ in ${tab}.`),
      looked: t(
        'It compares the beginnings of numbers of all kinds, and of the names of parties, vessels and ports.',
        'Gesucht in den Anfängen von Nummern aller Art und der Namen von Beteiligten, Schiffen und Häfen.',
      ),
      everywhere: t('Search all arrivals', 'Alle Ankünfte durchsuchen'),
      closedToo: t('Search collected and past arrivals, too', 'Auch Abgeholtes und Vergangenes durchsuchen'),
    },
    filters: {
      label: t('Filters', 'Filter'),
      port: t('Port of discharge', 'Entladehafen'),
      portHint: t('Name or UN/LOCODE', 'Name oder UN/LOCODE'),
      noPort: t('No port found', 'Kein Hafen gefunden'),
      dates: t('Dates', 'Zeitraum'),
      from: t('From', 'Von'),
      to: t('To', 'Bis'),
      party: t('Party', 'Beteiligter'),
      carrier: t('Carrier code', 'Code der Reederei'),
      alert: t('Alert', 'Hinweis'),
      sort: t('Sort by', 'Sortieren nach'),
      closed: t('Include collected and past arrivals', 'Auch Abgeholtes und Vergangenes'),
      reset: t('Reset', 'Zurücksetzen'),
      remove: (what: string) => t(`Remove the filter ${what}`, `Filter ${what} entfernen`),
      show: (count: string) => t(`Show ${count}`, `${count} zeigen`),
      host: t('Set by this page', 'Von dieser Seite'),
      shownColumns: t('Columns', 'Spalten'),
    },
    more: t('More', 'Mehr'),
    export: t('Export as CSV', 'Als CSV exportieren'),
    /** The headings of the file, in the order of `view/csv-rows.ts`. */
    headings: t(
      'Partner; Document; Notice for; Containers; Carrier; Vessel; IMO number; Voyage; Port code; Port; Terminal; Arrival day; Arrival time; Time zone; Certainty; Stated by; Time in notice; Time in schedule; Time of port; State; Last free day; Release; Freight released; Customs released; Bill of lading; Collected; Next step; Alerts; Container type',
      'Partner; Dokument; Meldung für; Container; Reederei; Schiff; IMO-Nummer; Reise; Hafencode; Hafen; Terminal; Ankunftstag; Ankunftszeit; Zeitzone; Gewissheit; Genannt von; Zeit laut Meldung; Zeit laut Fahrplan; Zeit laut Hafen; Status; Letzter freier Tag; Freigabe; Fracht freigegeben; Zoll freigegeben; Konnossement; Abgeholt; Nächster Schritt; Hinweise; Containertyp',
    ),
    shipHeadings: t('Deadline; Notices; Containers; Alerts', 'Frist; Meldungen; Container; Hinweise'),
    exporting: (count: number) => t(`Exporting: ${count} rows read`, `Export: ${count} Zeilen gelesen`),
    exportFailed: (message: string) => t(`The export failed: ${message}`, `Der Export ist gescheitert: ${message}`),
    exportCut: (count: string) =>
      t(
        `The file has the first ${count} rows; narrow the filters to export the others.`,
        `Die Datei hat die ersten ${count} Zeilen; engere Filter zeigen die übrigen.`,
      ),
    copyLink: t('Copy a link to this view', 'Link zu dieser Ansicht kopieren'),
    copied: t('The link was copied.', 'Der Link wurde kopiert.'),
    print: t('Print', 'Drucken'),
    count: (count: string, isOne: boolean) => t(`${count} ${isOne ? 'arrival' : 'arrivals'}`, `${count} ${isOne ? 'Ankunft' : 'Ankünfte'}`),
    ships: (count: string, isOne: boolean) => t(`${count} ${isOne ? 'ship' : 'ships'}`, `${count} ${isOne ? 'Schiff' : 'Schiffe'}`),
    notices: (count: string, isOne: boolean) =>
      t(`${count} ${isOne ? 'notice' : 'notices'}`, `${count} ${isOne ? 'Meldung' : 'Meldungen'}`),
    boxes: (count: string, isOne: boolean) => t(`${count} ${isOne ? 'container' : 'containers'}`, `${count} Container`),
    inRows: (count: string) => t(` in ${count} rows, one for each document`, ` in ${count} Zeilen, eine je Dokument`),
    clear: t('Clear search and filters', 'Suche und Filter zurücksetzen'),
    signIn: t('Sign in', 'Anmelden'),
    loadingMore: t('Loading more', 'Lädt mehr'),
    loading: t('Loading arrivals', 'Lädt Ankünfte'),
    empty: {
      title: t('No arrivals yet', 'Noch keine Ankünfte'),
      text: t(
        'Add your first partner: a file such as partners/acme-line.yaml with its name and the hash of its key. Landfall reads it at once, and each notice that the partner pushes appears here.',
        'Fügen Sie den ersten Partner hinzu: eine Datei wie partners/acme-line.yaml mit seinem Namen und dem Hash seines Schlüssels. Landfall liest sie sofort, und jede Meldung, die der Partner sendet, erscheint hier.',
      ),
      steps: ['npm run -s landfall -- partners check acme-line', 'npm run demo'],
      stepsMean: [
        t('shows what the partner’s own API supports', 'zeigt, was die eigene API des Partners kann'),
        t('shows this board with two sandbox carriers', 'zeigt diese Liste mit zwei Reedereien zum Ausprobieren'),
      ],
    },
    calm: {
      title: t('Nothing needs attention', 'Nichts zu klären'),
      text: t(
        'Nothing requires a decision now. What can wait is shown under “All”.',
        'Nichts verlangt jetzt eine Entscheidung. Was warten kann, steht unter „Alle“.',
      ),
    },
    noMatch: {
      title: t('Nothing matches', 'Keine Treffer'),
      text: t('No arrival matches the search and the filters.', 'Keine Ankunft passt zu Suche und Filtern.'),
    },
    showAll: t('Show all arrivals', 'Alle Ankünfte zeigen'),
    refused: {
      title: t('Sign-in needed', 'Anmeldung nötig'),
      text: t('You are not signed in, or your sign-in has ended.', 'Sie sind nicht angemeldet, oder Ihre Anmeldung ist abgelaufen.'),
    },
    failed: {
      title: t('The board cannot be shown', 'Die Ankünfte können nicht angezeigt werden'),
      text: t('The reason:', 'Der Grund:'),
    },
    retry: t('Try again', 'Erneut versuchen'),
    badFilter: t(
      'The attribute “filter” is not a JSON object, so the board shows every arrival.',
      'Das Attribut „filter“ ist kein JSON-Objekt; alle Ankünfte werden gezeigt.',
    ),
    resumed: (count: number, seconds: number) =>
      t(
        `Connected again after ${seconds} s: ${count === 0 ? 'nothing' : many(count, 'notice', 'notices')} arrived meanwhile.`,
        `Nach ${seconds} s wieder verbunden; inzwischen ${count === 0 ? 'kam nichts' : many(count, 'neue Meldung', 'neue Meldungen')}.`,
      ),
    missed: (count: string | undefined, reason: string) =>
      t(
        `${count ?? 'Some'} changes were missed: ${reason}. The list was read again and is up to date.`,
        `${count ?? 'Einige'} Änderungen wurden verpasst: ${reason}. Die Liste wurde neu gelesen und ist aktuell.`,
      ),
    staleRows: (count: number, side: string) =>
      t(
        `${many(count, 'arrival shows', 'arrivals show')} an older ${side} time: the ${side} cannot be reached now.`,
        `${many(count, 'Ankunft zeigt', 'Ankünfte zeigen')} eine ältere Zeit (${side}): eine neuere ist derzeit nicht abrufbar.`,
      ),
    dismiss: t('Dismiss', 'Schließen'),
    newAbove: (count: number) => t(`${many(count, 'change', 'changes')} above`, `${many(count, 'Änderung', 'Änderungen')} oben`),
    linkGone: t(
      'The linked arrival does not exist, or you may not see it.',
      'Die verlinkte Ankunft existiert nicht, oder Sie dürfen sie nicht sehen.',
    ),
    announced: (count: number, what: string) =>
      t(
        `${many(count, 'arrival', 'arrivals')} changed. Last: ${what}.`,
        `${many(count, 'Ankunft', 'Ankünfte')} geändert. Zuletzt: ${what}.`,
      ),
    boxesCollected: (count: number, of: number) => t(`${count} of ${of} collected`, `${count} von ${of} abgeholt`),
    rowKinds: {
      label: t('Rows', 'Zeilen'),
      documents: t('Documents', 'Dokumente'),
      containers: t('Containers', 'Container'),
      ships: t('Ships', 'Schiffe'),
    },
    axis: t(
      'Notice at the top, schedule in the middle, port at the bottom; one dot per day.',
      'Oben die Meldung, in der Mitte der Fahrplan, unten der Hafen; ein Punkt je Tag.',
    ),
    help: {
      label: t('Help', 'Hilfe'),
      tour: [
        t(
          'Each row is one document; “Containers” and “Ships” (on a phone under “Filters”) list boxes and whole ships instead. The red or amber edge says how soon a row needs you; the text says what changed, and below it what to do next.',
          'Jede Zeile ist ein Dokument; „Container“ und „Schiffe“ (am Telefon unter „Filter“) zeigen stattdessen Container und ganze Schiffe. Der rote oder gelbe Rand zeigt, wie dringend eine Zeile ist; der Text sagt, was sich geändert hat, und darunter, was jetzt zu tun ist.',
        ),
        t(
          '“Needs attention” is your work for today. Views such as “Last day today” and “ETA moved” appear only while they have rows.',
          '„Zu klären“ ist die Arbeit für heute. Ansichten wie „Heute letzter Tag“ und „ETA verschoben“ erscheinen nur, wenn sie Zeilen haben.',
        ),
        t(
          'The day and time on the left are the best known ones, local to the port. Below them: whether notice, schedule and port agree.',
          'Links stehen Tag und Uhrzeit der Ankunft nach dem besten Stand, in der Ortszeit des Hafens; darunter, ob Meldung, Fahrplan und Hafen übereinstimmen.',
        ),
        t(
          'Open a row to see who said what and when, what is released, whom to call, and why you were not alerted.',
          'Öffnen Sie eine Zeile: wer was wann gesagt hat, was freigegeben ist, wen Sie anrufen können, und warum Sie nicht benachrichtigt wurden.',
        ),
        t(
          'Acknowledge what you have dealt with, snooze what can wait, and mark what was collected, also for several ticked rows or a whole ship at once. Everything can be undone.',
          'Markieren Sie Erledigtes, stellen Sie zurück, was warten kann, und markieren Sie Abgeholtes, auch für mehrere angekreuzte Zeilen oder ein ganzes Schiff zugleich. Alles lässt sich rückgängig machen.',
        ),
        t(
          'Save filters as a view, export the rows, or copy a link under “More”.',
          'Unter „Mehr“ exportieren Sie die Zeilen oder kopieren einen Link; Filter speichern Sie als Ansicht.',
        ),
      ],
      keyboard: t('Keyboard', 'Tastatur'),
      legend: t('The small axis in a row', 'Die kleine Achse in einer Zeile'),
      keys: [
        ['/', t('Search', 'Suche')],
        ['↑ ↓', t('Previous row, next row', 'Vorherige Zeile, nächste Zeile')],
        ['← →', t('Previous cell, next cell', 'Vorherige Zelle, nächste Zelle')],
        [t('Home End', 'Pos1 Ende'), t('First row, last row of all', 'Erste Zeile, letzte von allen')],
        [t('Page ↑ ↓', 'Bild ↑ ↓'), t('Screen up, screen down', 'Seite nach oben, Seite nach unten')],
        ['Enter', t('Open the row', 'Zeile öffnen')],
        [t('Space', 'Leertaste'), t('Select the row', 'Zeile auswählen')],
        [t('Shift ↑ ↓', 'Umschalt ↑ ↓'), t('Select rows', 'Mehrere Zeilen auswählen')],
        [t('Ctrl A', 'Strg A'), t('Select all rows of the view', 'Alle Zeilen der Ansicht auswählen')],
        [
          'a',
          t(
            'Acknowledge the alerts of the row, or of all selected rows',
            'Hinweise der Zeile oder aller ausgewählten als erledigt markieren',
          ),
        ],
        ['s', t('Snooze them until tomorrow', 'Bis morgen zurückstellen')],
        ['c', t('Mark the row or the selected rows as collected', 'Zeile oder ausgewählte Zeilen als abgeholt markieren')],
        ['v', t('Show all rows of its ship', 'Alle Zeilen des Schiffs zeigen')],
        ['u', t('Undo the last mark', 'Letzte Markierung rückgängig machen')],
        ['Esc', t('Close, back to the row', 'Schließen, zurück zur Zeile')],
        ['?', t('This help', 'Diese Hilfe')],
      ] satisfies readonly (readonly [string, string])[],
    },
    close: t('Close', 'Schließen'),
  };
}
