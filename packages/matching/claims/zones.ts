import { createRequire } from 'node:module';

const known = new Map<string, string | undefined>();

/**
 * Finds the time zone (IANA name) of a place by its UN/LOCODE: in the table of container ports, otherwise by its country if all of
 * the country has the same time. A port without an entry in a country with several zones has none.
 */
export function zoneOf(UNLocationCode: string): string | undefined {
  const country = UNLocationCode.slice(0, 2);
  const listed = zonesOfPorts.get(UNLocationCode) ?? zonesOfCountries.get(country);
  if (listed !== undefined) return listed;
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  if (!known.has(country)) known.set(country, zoneOfCountry(country));
  return known.get(country);
}

/** Returns the difference between local time and UTC at an instant, in milliseconds. */
export function offsetMsAt(instantMs: number, zone: string): number {
  // Clocks change at quarters of an hour, so the offset is constant within a quarter.
  const quarterMs = Math.floor(instantMs / quarterHourMs) * quarterHourMs;
  const key = `${quarterMs} ${zone}`;
  const held = offsets.get(key);
  if (held !== undefined) return held;
  const offset = Date.parse(`${formatterOf(zone).format(quarterMs).replace(' ', 'T')}Z`) - quarterMs;
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/**
 * Returns the offset `+hh:mm` at a local time `YYYY-MM-DDThh:mm:ss`. In the hour that is repeated when the clocks are put
 * back, it is one of the two.
 */
export function offsetAt(localTime: string, zone: string): string {
  const utcMs = Date.parse(`${localTime.slice(0, 19).replace(/:60$/, ':59')}Z`);
  // The offset has to be the one at the instant, which two corrections find unless the clocks change in between.
  const offsetMs = offsetMsAt(utcMs - offsetMsAt(utcMs - offsetMsAt(utcMs, zone), zone), zone);
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offsetMs < 0 ? '-' : '+'}${hour}:${minute}`;
}

const quarterHourMs = 900_000;

/** Formatting takes a hundred times as long as all other operations on a time. At most this many offsets are kept. */
const maxOffsets = 5_000;
const offsets = new Map<string, number>();

/** One formatter per zone, of which there are several hundred. Creating one takes 200 microseconds. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const held = formatters.get(timeZone);
  if (held !== undefined) return held;
  // The Swedish locale formats dates as YYYY-MM-DD.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formatters.set(timeZone, made);
  return made;
}

interface TimeZones {
  readonly getTimezonesForCountry: (
    country: string,
  ) => readonly { readonly name: string; readonly utcOffset: number; readonly dstOffset: number }[] | null;
}

let timeZones: TimeZones | undefined;

/** Zones with different names and the same offsets in summer and winter count as one. */
function zoneOfCountry(country: string): string | undefined {
  // Loading the library takes 6 ms, which a process that needs no time zones should not spend at startup.
  timeZones ??= createRequire(import.meta.url)('countries-and-timezones') as TimeZones;
  const [first, ...others] = timeZones.getTimezonesForCountry(country) ?? [];
  const isOne = others.every((zone) => zone.utcOffset === first?.utcOffset && zone.dstOffset === first.dstOffset);
  return isOne ? first?.name : undefined;
}

/**
 * Container ports of the countries with several time zones, by zone. A zone in this list applies to every port in its
 * entry; a country with one time zone needs no entry. Maintained manually from UN/LOCODE: nearly every port with more
 * than 100,000 TEU a year, and the island and border ports whose time differs from that of their country.
 */
const ports: Readonly<Record<string, string>> = {
  'America/New_York':
    'USNYC USEWR USBOS USPHL USILG USBAL USORF USPHF USNNS USPTM USILM USCHS USSAV USJAX USPEF USMIA USFLL USPAB USTPA USPME USPVD USPWM USRIC USPCV',
  'America/Chicago': 'USHOU USGLS USFPO USTXT USCRP USMSY USGPT USMOB USBTR USPFN',
  'America/Los_Angeles': 'USLAX USLGB USOAK USSFO USSAN USNTD USSEA USTIW USPDX',
  'America/Anchorage': 'USANC USDUT USJNU USKTN',
  'Pacific/Honolulu': 'USHNL USITO USKWH USNIJ USOGG',
  'America/Halifax': 'CAHAL CASJB',
  'America/Toronto': 'CAMTR CAQUE CATOR CAHAM CATRR CASOR',
  'America/St_Johns': 'CASJF CACBK',
  'America/Vancouver': 'CAVAN CAPRR CANNO CANWE',
  'America/Mexico_City': 'MXVER MXZLO MXLZC MXATM MXTAM MXTUX MXSCX MXPGO',
  'America/Mazatlan': 'MXMZT MXTPB',
  'America/Tijuana': 'MXESE MXTIJ',
  'America/Hermosillo': 'MXGYM',
  'America/Cancun': 'MXPCM MXPMS',
  'America/Sao_Paulo':
    'BRSSZ BRPNG BRITJ BRNVT BRIBB BRIOA BRSFS BRRIG BRRIO BRSPB BRIGI BRVIX BRSSA BRSUA BRREC BRPEC BRFOR BRNAT BRBEL BRVLC BRSLZ BRSSO BRANT BRPOA BRCDO',
  'America/Manaus': 'BRMAO',
  'Australia/Sydney': 'AUSYD AUPBT AUNTL AUPKL AUMEL AUGEX AUPTJ AUHBA AUBWT AUBEL AUDPO AULST',
  'Australia/Brisbane': 'AUBNE AUTSV AUGLT AUCNS AUMKY',
  'Australia/Adelaide': 'AUADL AUPAE',
  'Australia/Darwin': 'AUDRW',
  'Australia/Perth': 'AUFRE AUPER AUKWI AUPHE AUDAM AUBUY AUGET',
  'Asia/Jakarta': 'IDJKT IDTPP IDSUB IDSRG IDBLW IDPLM IDPNK IDPNJ IDBTM IDPDG IDGRE IDMRK IDDUM IDPKU IDDJB IDKTG IDSMQ',
  'Asia/Makassar': 'IDMAK IDUPG IDBPN IDSRI IDBDJ IDBIT IDMDC IDBOA IDKDI IDPTL IDTRK IDKOE',
  'Asia/Jayapura': 'IDAMQ IDDJJ IDSOQ IDMKW IDTIM IDMKQ IDTTE',
  'Europe/Kaliningrad': 'RUKGD RUBLT',
  'Europe/Moscow': 'RULED RUKDT RUULU RUVYG RUNVS RUTUA RUMMK RUARH RUROV RUAZO RUTAG',
  'Asia/Vladivostok': 'RUVVO RUVYP RUNJK',
  'Asia/Sakhalin': 'RUKHO RUKOR',
  'Asia/Magadan': 'RUGDX',
  'Asia/Kamchatka': 'RUPKC',
  'America/Santiago': 'CLSAI CLVAP CLSVE CLLQN CLCNL CLTAL CLANF CLMJS CLIQQ CLARI CLCQQ CLPMC CLPAG',
  'America/Punta_Arenas': 'CLPUQ',
  'Pacific/Easter': 'CLIPC',
  'Europe/Madrid':
    'ESALG ESVLC ESBCN ESBIO ESAGP ESLCG ESVGO ESMPG ESCAR ESCAS ESALC ESSVQ ESCAD ESTAR ESGIJ ESSDR ESPAS ESSAG ESHUV ESPMI ESCEU ESMLN',
  'Atlantic/Canary': 'ESLPA ESSCT ESACE ESFUE',
  'Europe/Lisbon': 'PTLIS PTLEI PTOPO PTSIE PTSET PTFDF PTAVE PTFNC PTCNL',
  'Atlantic/Azores': 'PTPDL PTTER PTPRV PTHOR',
  'America/Guayaquil': 'ECGYE ECPSJ ECPBO ECESM ECMEC',
  'Pacific/Galapagos': 'ECGPS',
  'Pacific/Auckland': 'NZAKL NZTRG NZLYT NZNPE NZWLG NZNSN NZPOE NZDUD NZBLU NZTIU NZNPL NZWRE NZGIS',
  'Pacific/Tahiti': 'PFPPT',
  'Pacific/Port_Moresby': 'PGPOM PGLAE PGRAB PGMAG PGKVG PGKIM PGWWK PGORO',
  'Pacific/Bougainville': 'PGKIE',
  'Africa/Kinshasa': 'CDMAT CDBOA CDBNW CDFIH',
  'Europe/Kiev': 'UAODS UAILK UAYUZ UANLV UAKHE UAIZM UARNI UAMPW',
  'America/Nuuk': 'GLGOH GLJAV GLJHS',
  'Pacific/Pohnpei': 'FMPNI FMKSA',
  'Pacific/Chuuk': 'FMTKK FMYAP',
  'Pacific/Tarawa': 'KITRW UMAWK',
  'Pacific/Kiritimati': 'KICXI',
};

/**
 * The legal time in all of China is that of Beijing; the other zone is customary in the far west, which has no sea
 * ports.
 */
const zonesOfCountries: ReadonlyMap<string, string> = new Map([['CN', 'Asia/Shanghai']]);

/** Time zones of ports by UN/LOCODE, for countries with several time zones. */
export const zonesOfPorts: ReadonlyMap<string, string> = new Map(
  Object.entries(ports).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone] as const)),
);
