import { visualizationOf } from '@landfall/sandbox/visualization.ts';
import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { type BoardPage, openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';

const minutesMs = 60_000;
/** An hour apart, so that their order is certain. */
const issuedAt = (hour: number) => new Date(Date.now() - (10 - hour) * 3_600_000).toISOString();
const reference = 'PANEL000001';

interface Said {
  readonly hour: number;
  readonly arrival: string;
  readonly terminal?: string;
  readonly typeLabel?: string;
  readonly isReleased?: boolean;
}

/** Creates a notice with everything that the panel shows, DCSA Arrival Notice 1.0.1. */
function noticeOf({ hour, arrival, terminal = 'RWG', typeLabel = 'EN, consignee', isReleased = false }: Said) {
  const portOfDischarge = {
    UNLocationCode: 'NLRTM',
    locationName: 'Rotterdam',
    facility: { facilityCode: terminal, facilityCodeListProvider: 'SMDG' },
  };
  return {
    issueDateTime: issuedAt(hour),
    typeLabel,
    versionLabel: hour === 1 ? 'Original' : 'Updated',
    carrierCode: 'NSTR',
    carrierCodeListProvider: 'NMFTA',
    carrierContactInformation: [{ name: 'Import desk', phone: '+31 10 000 0100', email: 'imports@acme.example' }],
    transportDocumentReference: reference,
    transportDocumentTypeCode: 'BOL',
    transport: {
      portOfDischarge,
      portOfDischargeArrivalDate: { value: arrival, classifier: 'EST' },
      legs: [
        {
          transportPlanStage: 'MNC',
          transportPlanStageSequenceNumber: 1,
          dischargeLocation: portOfDischarge,
          modeOfTransport: 'VESSEL',
          vesselVoyage: { vesselName: 'NSL FISHER', vesselIMONumber: '3412424', carrierImportVoyageNumber: '642E' },
        },
      ],
    },
    pickupInformation: { pickupNumber: 'P77', pickupLocation: { locationName: 'Gate 3' } },
    freeTimes: [{ typeCodes: ['DEM'], duration: 5, timeUnit: 'CD', lastFreeDate: { value: dayIn(20), classifier: 'EST' } }],
    utilizedTransportEquipments: [{ equipment: { equipmentReference: 'NSXU1234567', ISOEquipmentCode: '22G1' } }],
    releaseInformation: { isFreightReleased: isReleased, isCustomsReleased: isReleased, isOBLReceived: true },
    charges: [{ chargeName: 'Terminal handling', currencyAmount: 245, currencyCode: 'EUR', paymentTermCode: 'COL' }],
  };
}

/** Pushes three versions of a notice and another notice of the same document, and opens the panel. */
async function openPanel(url: string): Promise<BoardPage> {
  const open = await openBoard(`${url}/?view=all`);
  await open.row(reference).click();
  await open.board.locator('.panel .facts').first().waitFor();
  return open;
}

describe.skipIf(noBrowser)('an opened arrival', () => {
  it('shows what to act on, how its time moved, why no other alert was raised, and what happened, in order', {
    timeout: 3 * minutesMs,
  }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const versions = [
      noticeOf({ hour: 1, arrival: dayIn(8) }),
      noticeOf({ hour: 2, arrival: dayIn(11) }),
      noticeOf({ hour: 3, arrival: dayIn(11), terminal: 'ECTDELTA', isReleased: true }),
    ];
    for (const version of versions) {
      await landfall.push(version);
      const evaluated = () =>
        landfall.query<{ arrivals: { nodes: { facility: { facilityCode: string }; bestTime: { localDate: string } }[] } }>(
          '{ arrivals { nodes { facility { facilityCode } bestTime { localDate } } } }',
        );
      const { facility } = version.transport.portOfDischarge;
      const expected = {
        facility: { facilityCode: facility.facilityCode },
        bestTime: { localDate: version.transport.portOfDischargeArrivalDate.value },
      };
      await expect.poll(async () => (await evaluated()).arrivals.nodes[0], { timeout: 30_000 }).toEqual(expected);
    }
    await landfall.push(noticeOf({ hour: 4, arrival: dayIn(11), typeLabel: 'NL, customs broker' }));
    await using open = await openPanel(landfall.url);
    const panel = open.board.getByRole('dialog');
    const complaints: string[] = [];
    for (const text of ['NSL FISHER', 'IMO 3412424', 'Rotterdam · NLRTM', 'P77', 'Gate 3', 'imports@acme.example'])
      await panel.getByText(text).first().waitFor();
    await panel.getByRole('button', { name: 'EN, consignee' }).click();
    await panel.getByRole('button', { name: 'EN, consignee', pressed: true }).waitFor();
    await panel.getByText('Terminal: ECTDELTA instead of RWG').waitFor();
    await panel.getByText('Freight: yes · Customs: yes · Bill: yes', { exact: true }).waitFor();
    expect(await panel.getByRole('img', { name: /How the arrival moved.*notice: first .*, now / }).count()).toBe(1);
    await panel.getByText('As a table').click();
    expect(await panel.getByRole('table').getByRole('row').count()).toBe(3);
    await panel.getByText('Why was an alert not raised?').click();
    await panel.getByText('Port skipped').waitFor();
    await panel.getByText('Nothing that was released is refused now. Freight: yes').waitFor();
    complaints.push(...(await inspect(open, 'panel-overview', { parts: ['.panel'] })));

    await panel.getByRole('button', { name: /^Acknowledge: Terminal/ }).click();
    await panel.locator('.alerts .done', { hasText: 'Terminal' }).getByText('Acknowledged').waitFor();

    await panel.getByRole('tab', { name: 'History' }).click();
    const story = panel.getByRole('list', { name: 'Notices, port events and alerts, newest first' });
    await story.getByText('First version').waitFor();
    expect((await story.locator('li.version strong').allTextContents()).map((text) => text.trim())).toEqual([
      'Updated',
      'Updated',
      'Original',
    ]);
    await panel.getByText('Compare two versions').click();
    await panel.locator('.in-words').getByText('ECTDELTA').first().waitFor();
    expect(await panel.locator('.compare .diff').isVisible()).toBe(false);
    await panel.getByText(/^All \d+ differences in detail$/).click();
    await panel.getByText('$.transport.portOfDischarge.facility.facilityCode').first().waitFor();
    complaints.push(...(await inspect(open, 'panel-history', { parts: ['.panel'] })));

    await panel.getByRole('tab', { name: 'Costs' }).click();
    await panel.getByText('Terminal handling').waitFor();
    await panel.getByRole('tab', { name: 'Document' }).click();
    await panel.locator('pre').getByText(reference).waitFor();
    complaints.push(...(await inspect(open, 'panel-document', { parts: ['.panel'] })));
    expect([...complaints, ...open.complaints]).toEqual([]);
  });

  it("shows the carrier's PDF without a click, and lets other files only be saved, whatever type they claim", {
    timeout: 2 * minutesMs,
  }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const html = Buffer.from('<script>globalThis.harmed = true</script>').toString('base64');
    const files = [visualizationOf(reference, ['Arrival notice']), { name: 'page.html', contentType: 'text/html', content: html }];
    for (const [index, arrivalNoticeVisualization] of files.entries()) {
      const transportDocumentReference = `FILE${index}`;
      await landfall.push({ ...noticeOf({ hour: 1, arrival: dayIn(8) }), transportDocumentReference, arrivalNoticeVisualization });
    }
    await using open = await openBoard(`${landfall.url}/?view=all`);
    const panel = open.board.getByRole('dialog');
    await open.row('FILE0').click();
    await panel.getByRole('tab', { name: 'Document' }).click();
    await panel.locator(`iframe[title="${reference}.pdf"]`).waitFor();
    // The browser's own viewer has taken the file.
    await expect.poll(() => open.page.frames().filter((frame) => frame.url().startsWith('blob:')).length).toBeGreaterThan(0);
    expect(await panel.getByRole('link', { name: `${reference}.pdf` }).getAttribute('target')).toBe('_blank');
    await open.page.keyboard.press('Escape');
    await open.row('FILE1').click();
    await panel.getByRole('tab', { name: 'Document' }).click();
    const download = open.page.waitForEvent('download');
    await panel.getByRole('link', { name: 'page.html' }).click();
    expect((await download).suggestedFilename()).toBe('page.html');
    expect(await panel.locator('iframe').count()).toBe(0);
    expect(open.complaints).toEqual([]);
  });

  it('can be used by keyboard alone, and its copied link opens it again', { timeout: 2 * minutesMs }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(noticeOf({ hour: 1, arrival: dayIn(8) }));
    await using open = await openPanel(landfall.url);
    const { page } = open;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: landfall.url });
    const panel = open.board.getByRole('dialog');
    await panel.getByRole('button', { name: 'Copy a link to this arrival' }).press('Enter');
    await panel.getByText('The link was copied.').waitFor();
    const link = await page.evaluate('navigator.clipboard.readText()');
    await panel.getByRole('tab', { name: 'Overview' }).press('ArrowRight');
    await panel.getByRole('tab', { name: 'History', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.goto(String(link));
    await panel.getByText('NSL FISHER').first().waitFor();
    await page.context().clearPermissions();
  });
});
