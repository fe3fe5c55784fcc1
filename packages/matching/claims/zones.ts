/**
 * Finds the time zone (IANA name) of a place by its UN/LOCODE: in the table of container ports, otherwise by its country if all of
 * the country has the same time. A port without an entry in a country with several times has none. The zone is one of the
 * country, not the zone of a neighbor for which the tz database has made it an alias.
 */
export function zoneOf(UNLocationCode: string): string | undefined {
  const country = UNLocationCode.slice(0, 2);
  const listed = zonesOfPorts.get(UNLocationCode) ?? zonesOfWholeCountries.get(country);
  if (listed !== undefined || zonesOfWholeCountries.has(country)) return listed;
  const [first, ...others] = zonesOfCountries.get(country) ?? [];
  const zone = first !== undefined && others.every((other) => offsetsOf(other) === offsetsOf(first)) ? first : undefined;
  if (first !== undefined) zonesOfWholeCountries.set(country, zone);
  return zone;
}

/** Returns the difference between local time and UTC at an instant, in milliseconds. */
export function offsetMsAt(instantMs: number, zone: string): number {
  // Clocks change at quarters of an hour, so the offset is constant within a quarter.
  const quarterMs = Math.floor(instantMs / quarterHourMs) * quarterHourMs;
  const key = `${quarterMs} ${zone}`;
  const held = offsets.get(key);
  if (held !== undefined) return held;
  // Years before 1000 are formatted with fewer digits.
  const offset = Date.parse(`${formatterOf(zone).format(quarterMs).padStart(19, '0').replace(' ', 'T')}Z`) - quarterMs;
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

/** Returns the offsets of a zone in winter and in summer. */
function offsetsOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' });
  return [0, 6].map((month) => format.format(Date.UTC(2026, month, 1))).join();
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
  'Europe/Kyiv': 'UAODS UAILK UAYUZ UANLV UAKHE UAIZM UARNI UAMPW',
  'America/Nuuk': 'GLGOH GLJAV GLJHS',
  'Pacific/Pohnpei': 'FMPNI FMKSA',
  'Pacific/Chuuk': 'FMTKK FMYAP',
  'Pacific/Tarawa': 'KITRW',
  'Pacific/Wake': 'UMAWK',
  'Pacific/Kiritimati': 'KICXI',
};

/**
 * Zones of countries with one time, as far as they are known; undefined for a country with several times. The legal time
 * in all of China is that of Beijing; the other zone is customary in the far west, which has no sea ports.
 */
const zonesOfWholeCountries = new Map<string, string | undefined>([['CN', 'Asia/Shanghai']]);

/** Time zones of ports by UN/LOCODE, for countries with several time zones. */
export const zonesOfPorts: ReadonlyMap<string, string> = new Map(
  Object.entries(ports).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone] as const)),
);

/** The file zone.tab of the tz database (2025b, public domain): each country with its zones, the main one first. */
const table = `
AD Europe/Andorra AE Asia/Dubai AF Asia/Kabul AG America/Antigua AI America/Anguilla AL Europe/Tirane AM Asia/Yerevan AO Africa/Luanda AQ
Antarctica/McMurdo Antarctica/Casey Antarctica/Davis Antarctica/DumontDUrville Antarctica/Mawson Antarctica/Palmer Antarctica/Rothera
Antarctica/Syowa Antarctica/Troll Antarctica/Vostok AR America/Argentina/Buenos_Aires America/Argentina/Cordoba America/Argentina/Salta
America/Argentina/Jujuy America/Argentina/Tucuman America/Argentina/Catamarca America/Argentina/La_Rioja America/Argentina/San_Juan
America/Argentina/Mendoza America/Argentina/San_Luis America/Argentina/Rio_Gallegos America/Argentina/Ushuaia AS Pacific/Pago_Pago AT
Europe/Vienna AU Australia/Lord_Howe Antarctica/Macquarie Australia/Hobart Australia/Melbourne Australia/Sydney Australia/Broken_Hill
Australia/Brisbane Australia/Lindeman Australia/Adelaide Australia/Darwin Australia/Perth Australia/Eucla AW America/Aruba AX
Europe/Mariehamn AZ Asia/Baku BA Europe/Sarajevo BB America/Barbados BD Asia/Dhaka BE Europe/Brussels BF Africa/Ouagadougou BG
Europe/Sofia BH Asia/Bahrain BI Africa/Bujumbura BJ Africa/Porto-Novo BL America/St_Barthelemy BM Atlantic/Bermuda BN Asia/Brunei BO
America/La_Paz BQ America/Kralendijk BR America/Noronha America/Belem America/Fortaleza America/Recife America/Araguaina America/Maceio
America/Bahia America/Sao_Paulo America/Campo_Grande America/Cuiaba America/Santarem America/Porto_Velho America/Boa_Vista America/Manaus
America/Eirunepe America/Rio_Branco BS America/Nassau BT Asia/Thimphu BW Africa/Gaborone BY Europe/Minsk BZ America/Belize CA
America/St_Johns America/Halifax America/Glace_Bay America/Moncton America/Goose_Bay America/Blanc-Sablon America/Toronto America/Iqaluit
America/Atikokan America/Winnipeg America/Resolute America/Rankin_Inlet America/Regina America/Swift_Current America/Edmonton
America/Cambridge_Bay America/Inuvik America/Creston America/Dawson_Creek America/Fort_Nelson America/Whitehorse America/Dawson
America/Vancouver CC Indian/Cocos CD Africa/Kinshasa Africa/Lubumbashi CF Africa/Bangui CG Africa/Brazzaville CH Europe/Zurich CI
Africa/Abidjan CK Pacific/Rarotonga CL America/Santiago America/Coyhaique America/Punta_Arenas Pacific/Easter CM Africa/Douala CN
Asia/Shanghai Asia/Urumqi CO America/Bogota CR America/Costa_Rica CU America/Havana CV Atlantic/Cape_Verde CW America/Curacao CX
Indian/Christmas CY Asia/Nicosia Asia/Famagusta CZ Europe/Prague DE Europe/Berlin Europe/Busingen DJ Africa/Djibouti DK Europe/Copenhagen
DM America/Dominica DO America/Santo_Domingo DZ Africa/Algiers EC America/Guayaquil Pacific/Galapagos EE Europe/Tallinn EG Africa/Cairo EH
Africa/El_Aaiun ER Africa/Asmara ES Europe/Madrid Africa/Ceuta Atlantic/Canary ET Africa/Addis_Ababa FI Europe/Helsinki FJ Pacific/Fiji FK
Atlantic/Stanley FM Pacific/Chuuk Pacific/Pohnpei Pacific/Kosrae FO Atlantic/Faroe FR Europe/Paris GA Africa/Libreville GB Europe/London
GD America/Grenada GE Asia/Tbilisi GF America/Cayenne GG Europe/Guernsey GH Africa/Accra GI Europe/Gibraltar GL America/Nuuk
America/Danmarkshavn America/Scoresbysund America/Thule GM Africa/Banjul GN Africa/Conakry GP America/Guadeloupe GQ Africa/Malabo GR
Europe/Athens GS Atlantic/South_Georgia GT America/Guatemala GU Pacific/Guam GW Africa/Bissau GY America/Guyana HK Asia/Hong_Kong HN
America/Tegucigalpa HR Europe/Zagreb HT America/Port-au-Prince HU Europe/Budapest ID Asia/Jakarta Asia/Pontianak Asia/Makassar
Asia/Jayapura IE Europe/Dublin IL Asia/Jerusalem IM Europe/Isle_of_Man IN Asia/Kolkata IO Indian/Chagos IQ Asia/Baghdad IR Asia/Tehran IS
Atlantic/Reykjavik IT Europe/Rome JE Europe/Jersey JM America/Jamaica JO Asia/Amman JP Asia/Tokyo KE Africa/Nairobi KG Asia/Bishkek KH
Asia/Phnom_Penh KI Pacific/Tarawa Pacific/Kanton Pacific/Kiritimati KM Indian/Comoro KN America/St_Kitts KP Asia/Pyongyang KR Asia/Seoul
KW Asia/Kuwait KY America/Cayman KZ Asia/Almaty Asia/Qyzylorda Asia/Qostanay Asia/Aqtobe Asia/Aqtau Asia/Atyrau Asia/Oral LA
Asia/Vientiane LB Asia/Beirut LC America/St_Lucia LI Europe/Vaduz LK Asia/Colombo LR Africa/Monrovia LS Africa/Maseru LT Europe/Vilnius LU
Europe/Luxembourg LV Europe/Riga LY Africa/Tripoli MA Africa/Casablanca MC Europe/Monaco MD Europe/Chisinau ME Europe/Podgorica MF
America/Marigot MG Indian/Antananarivo MH Pacific/Majuro Pacific/Kwajalein MK Europe/Skopje ML Africa/Bamako MM Asia/Yangon MN
Asia/Ulaanbaatar Asia/Hovd MO Asia/Macau MP Pacific/Saipan MQ America/Martinique MR Africa/Nouakchott MS America/Montserrat MT
Europe/Malta MU Indian/Mauritius MV Indian/Maldives MW Africa/Blantyre MX America/Mexico_City America/Cancun America/Merida
America/Monterrey America/Matamoros America/Chihuahua America/Ciudad_Juarez America/Ojinaga America/Mazatlan America/Bahia_Banderas
America/Hermosillo America/Tijuana MY Asia/Kuala_Lumpur Asia/Kuching MZ Africa/Maputo NA Africa/Windhoek NC Pacific/Noumea NE
Africa/Niamey NF Pacific/Norfolk NG Africa/Lagos NI America/Managua NL Europe/Amsterdam NO Europe/Oslo NP Asia/Kathmandu NR Pacific/Nauru
NU Pacific/Niue NZ Pacific/Auckland Pacific/Chatham OM Asia/Muscat PA America/Panama PE America/Lima PF Pacific/Tahiti Pacific/Marquesas
Pacific/Gambier PG Pacific/Port_Moresby Pacific/Bougainville PH Asia/Manila PK Asia/Karachi PL Europe/Warsaw PM America/Miquelon PN
Pacific/Pitcairn PR America/Puerto_Rico PS Asia/Gaza Asia/Hebron PT Europe/Lisbon Atlantic/Madeira Atlantic/Azores PW Pacific/Palau PY
America/Asuncion QA Asia/Qatar RE Indian/Reunion RO Europe/Bucharest RS Europe/Belgrade RU Europe/Kaliningrad Europe/Moscow Europe/Kirov
Europe/Volgograd Europe/Astrakhan Europe/Saratov Europe/Ulyanovsk Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Barnaul
Asia/Tomsk Asia/Novokuznetsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Chita Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Ust-Nera
Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk Asia/Kamchatka Asia/Anadyr UA Europe/Simferopol Europe/Kyiv RW Africa/Kigali SA Asia/Riyadh
SB Pacific/Guadalcanal SC Indian/Mahe SD Africa/Khartoum SE Europe/Stockholm SG Asia/Singapore SH Atlantic/St_Helena SI Europe/Ljubljana
SJ Arctic/Longyearbyen SK Europe/Bratislava SL Africa/Freetown SM Europe/San_Marino SN Africa/Dakar SO Africa/Mogadishu SR
America/Paramaribo SS Africa/Juba ST Africa/Sao_Tome SV America/El_Salvador SX America/Lower_Princes SY Asia/Damascus SZ Africa/Mbabane TC
America/Grand_Turk TD Africa/Ndjamena TF Indian/Kerguelen TG Africa/Lome TH Asia/Bangkok TJ Asia/Dushanbe TK Pacific/Fakaofo TL Asia/Dili
TM Asia/Ashgabat TN Africa/Tunis TO Pacific/Tongatapu TR Europe/Istanbul TT America/Port_of_Spain TV Pacific/Funafuti TW Asia/Taipei TZ
Africa/Dar_es_Salaam UG Africa/Kampala UM Pacific/Midway Pacific/Wake US America/New_York America/Detroit America/Kentucky/Louisville
America/Kentucky/Monticello America/Indiana/Indianapolis America/Indiana/Vincennes America/Indiana/Winamac America/Indiana/Marengo
America/Indiana/Petersburg America/Indiana/Vevay America/Chicago America/Indiana/Tell_City America/Indiana/Knox America/Menominee
America/North_Dakota/Center America/North_Dakota/New_Salem America/North_Dakota/Beulah America/Denver America/Boise America/Phoenix
America/Los_Angeles America/Anchorage America/Juneau America/Sitka America/Metlakatla America/Yakutat America/Nome America/Adak
Pacific/Honolulu UY America/Montevideo UZ Asia/Samarkand Asia/Tashkent VA Europe/Vatican VC America/St_Vincent VE America/Caracas VG
America/Tortola VI America/St_Thomas VN Asia/Ho_Chi_Minh VU Pacific/Efate WF Pacific/Wallis WS Pacific/Apia YE Asia/Aden YT Indian/Mayotte
ZA Africa/Johannesburg ZM Africa/Lusaka ZW Africa/Harare
`;

/** Zones by country. */
export const zonesOfCountries: ReadonlyMap<string, readonly string[]> = new Map(
  [...table.matchAll(/\b([A-Z]{2})\s((?:[A-Z][a-z]\S+\s)+)/g)].map(([, country = '', zones = '']) => [country, zones.trim().split(/\s+/)]),
);
